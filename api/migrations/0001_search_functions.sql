-- What the generated columns of problems and modules are made with. Both name the text search configuration and
-- depend on nothing else, so that they are immutable as generated columns must be.
CREATE FUNCTION lower_all(list text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(lower(item) ORDER BY place), '{}') FROM unnest(list) WITH ORDINALITY AS items (item, place));
--> statement-breakpoint
CREATE FUNCTION search_words(title text, tags text[], body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN setweight(to_tsvector('pg_catalog.english'::regconfig, title), 'A')
    || setweight(to_tsvector('pg_catalog.english'::regconfig, array_to_string(tags, ' ')), 'B')
    || setweight(to_tsvector('pg_catalog.english'::regconfig, body), 'C');
