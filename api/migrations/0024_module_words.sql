CREATE TABLE "module_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "module_words_similar" ON "module_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
-- By hand: corrections of typos for modules, as for problems (decision 0061).
CREATE FUNCTION learn_module_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    INSERT INTO module_words (word) SELECT word FROM words_of_problem(NEW.title, NEW.tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
--> statement-breakpoint
CREATE TRIGGER modules_learn_words AFTER INSERT ON "modules" FOR EACH ROW EXECUTE FUNCTION learn_module_words();
--> statement-breakpoint
-- Unchanged titles, which the job of 0021 writes again, insert nothing: its rows have no common order of words, so that it and the job
-- below could wait for each other in a ring.
CREATE TRIGGER modules_learn_new_words AFTER UPDATE OF title, tags ON "modules" FOR EACH ROW
  WHEN (OLD.title IS DISTINCT FROM NEW.title OR OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION learn_module_words();
--> statement-breakpoint
-- Adds the words of older modules (platform/db/index-terms.ts).
SELECT pgboss.create_queue('module-words', '{"policy":"standard"}');
--> statement-breakpoint
INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff)
  SELECT 'module-words', '{}'::jsonb, 20, 30, true WHERE EXISTS (SELECT FROM modules);
