-- One row: how often the catalog has changed. A running server reads it to notice an import.
CREATE TABLE catalog (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO catalog (one, version) VALUES (1, 0);

-- Where gifts come from: the built-in ideas, and one row for each merchant's import.
CREATE TABLE source (
  name     TEXT    PRIMARY KEY,
  edition  TEXT    NOT NULL, -- which state of the source this is; editions of one source sort as text
  imported INTEGER NOT NULL  -- unix seconds
) STRICT;

-- What can be suggested. Read whole into the engine's index, and singly for resource pages.
CREATE TABLE gift (
  id            TEXT    PRIMARY KEY, -- source, colon, the product's id there
  source        TEXT    NOT NULL REFERENCES source (name) ON DELETE CASCADE,
  name          TEXT    NOT NULL CHECK (name <> ''),
  description   TEXT    NOT NULL,
  category      TEXT    NOT NULL, -- one of the fixed categories
  category_path TEXT    NOT NULL, -- the merchant's own, '' for none
  brand         TEXT    NOT NULL, -- '' for none
  kind          TEXT    NOT NULL CHECK (kind IN ('physical', 'experience', 'digital')),
  price         INTEGER NOT NULL CHECK (price > 0), -- minor units of the currency
  currency      TEXT    NOT NULL CHECK (length(currency) = 3), -- ISO 4217
  price_basis   TEXT    NOT NULL CHECK (price_basis IN ('typical', 'listed')),
  priced        INTEGER NOT NULL, -- when the price was true, unix seconds
  availability  TEXT    NOT NULL CHECK (availability IN ('in_stock', 'preorder', 'backorder', 'out_of_stock')),
  url           TEXT    NOT NULL, -- absolute http or https, '' for none
  image_url     TEXT    NOT NULL, -- absolute https, '' for none
  image_alt     TEXT    NOT NULL, -- '' for none
  age_from      INTEGER NOT NULL, -- years, inclusive
  age_to        INTEGER NOT NULL CHECK (age_to >= age_from), -- years, inclusive; 120 for no upper bound
  restricted    TEXT    NOT NULL CHECK (restricted IN ('', 'alcohol', 'adult')),
  personalised  INTEGER NOT NULL CHECK (personalised IN (0, 1)),
  shared        INTEGER NOT NULL CHECK (shared IN (0, 1)), -- made to be used by two or more together
  tags          TEXT    NOT NULL CHECK (json_type(tags) = 'array'),
  occasions     TEXT    NOT NULL CHECK (json_type(occasions) = 'array'),
  interests     TEXT    NOT NULL CHECK (json_type(interests) = 'array'),
  relationships TEXT    NOT NULL CHECK (json_type(relationships) = 'array'),
  cautions      TEXT    NOT NULL CHECK (json_type(cautions) = 'array'),
  rating        REAL, -- 0 to 5, NULL for none
  rating_count  INTEGER NOT NULL,
  handling_days INTEGER, -- until it is sent, NULL when unknown
  transit_days  INTEGER, -- on its way, NULL when unknown
  valid_until   INTEGER, -- unix seconds, NULL for no end
  updated       INTEGER NOT NULL -- unix seconds
) STRICT;

CREATE INDEX gift_source ON gift (source);
CREATE INDEX gift_category ON gift (category, id);
