-- Forms with files brought each line break as CRLF, and it was stored so: a text is what was typed. Whoever sends a message
-- again whose answer was lost is compared with what is stored.
UPDATE "messages" SET "content" = regexp_replace("content", E'\r\n?', E'\n', 'g') WHERE strpos("content", E'\r') > 0;
--> statement-breakpoint
UPDATE "modules" SET
  "description" = regexp_replace("description", E'\r\n?', E'\n', 'g'),
  "documentation" = regexp_replace("documentation", E'\r\n?', E'\n', 'g')
WHERE strpos("description" || "documentation", E'\r') > 0;
--> statement-breakpoint
UPDATE "module_versions" SET "notes" = regexp_replace("notes", E'\r\n?', E'\n', 'g') WHERE strpos("notes", E'\r') > 0;
