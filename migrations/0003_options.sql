-- What one can choose of a gift, [{"name": "Size", "values": ["S", "M"]}], and what the dearest choice costs.
ALTER TABLE gift ADD COLUMN options TEXT NOT NULL DEFAULT '[]' CHECK (json_type(options) = 'array');
ALTER TABLE gift ADD COLUMN price_to INTEGER CHECK (price_to > price); -- minor units, NULL when all cost the same
