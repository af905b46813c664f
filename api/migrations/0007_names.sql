-- Words of a name as they are searched for: without accents, and without stems, since names have none.
CREATE FUNCTION name_words(name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_tsvector('pg_catalog.simple'::regconfig, regexp_replace(normalize(name, NFD), U&'[\0300-\036f]', '', 'g'));
--> statement-breakpoint
CREATE INDEX "users_names" ON "users" USING gin (name_words("name")) WHERE "users"."deleted_at" IS NULL;