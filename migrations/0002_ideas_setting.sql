-- Whether the built-in ideas are part of the catalog. Each import of a merchant's products settles it.
ALTER TABLE catalog ADD COLUMN ideas INTEGER NOT NULL DEFAULT 1 CHECK (ideas IN (0, 1));
