CREATE TABLE "module_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "module_words_similar" ON "module_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
-- By hand: corrections of typos for modules, as for problems (decision 0061). The words of existing modules are added before the trigger
-- locks the table, and those of modules that were published meanwhile after it.
INSERT INTO module_words (word) SELECT DISTINCT word FROM modules, words_of_problem(title, tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION learn_module_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    INSERT INTO module_words (word) SELECT word FROM words_of_problem(NEW.title, NEW.tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
--> statement-breakpoint
CREATE TRIGGER modules_learn_words AFTER INSERT OR UPDATE OF title, tags ON "modules" FOR EACH ROW EXECUTE FUNCTION learn_module_words();
--> statement-breakpoint
INSERT INTO module_words (word) SELECT DISTINCT word FROM modules, words_of_problem(title, tags) AS word
  WHERE updated_at > now() - interval '1 minute' ORDER BY word ON CONFLICT DO NOTHING;
