-- By hand: groups of three letters, by which words with typos are found. Every PostgreSQL brings it, and the owner of a database may ask for it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "problem_viewers" (
	"problem_id" uuid NOT NULL,
	"viewer" text NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "problem_viewers_problem_id_viewer_pk" PRIMARY KEY("problem_id","viewer")
);
--> statement-breakpoint
CREATE TABLE "problem_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "problems_newest";--> statement-breakpoint
DROP INDEX "problems_budget";--> statement-breakpoint
DROP INDEX "problems_bids";--> statement-breakpoint
DROP INDEX "problems_category";--> statement-breakpoint
ALTER TABLE "problem_viewers" ADD CONSTRAINT "problem_viewers_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problem_viewers_forgotten" ON "problem_viewers" USING btree ("forgotten_at") WHERE "problem_viewers"."forgotten_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "problem_words_alike" ON "problem_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "problems_lowest_budget" ON "problems" USING btree ((status = 'open') desc,(-budget) desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_fewest_bids" ON "problems" USING btree ((status = 'open') desc,(-bid_count) desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_newest" ON "problems" USING btree ((status = 'open') desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_budget" ON "problems" USING btree ((status = 'open') desc,"budget" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_bids" ON "problems" USING btree ((status = 'open') desc,"bid_count" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_category" ON "problems" USING btree ("category",(status = 'open') desc,"created_at" desc,"id" desc);--> statement-breakpoint
-- By hand: every word of a problem's title and tags, whoever writes it. In one order, so that two who learn the same words wait for each
-- other and never in a ring.
CREATE FUNCTION words_of_problem(title text, tags text[]) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  BEGIN ATOMIC
  SELECT DISTINCT word FROM regexp_split_to_table(lower(title || ' ' || array_to_string(tags, ' ')), '[^[:alnum:]]+') AS word
    WHERE length(word) BETWEEN 3 AND 40; END;
--> statement-breakpoint
CREATE FUNCTION learn_problem_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    INSERT INTO problem_words (word) SELECT word FROM words_of_problem(NEW.title, NEW.tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
--> statement-breakpoint
CREATE TRIGGER problems_learn_words AFTER INSERT OR UPDATE OF title, tags ON "problems" FOR EACH ROW EXECUTE FUNCTION learn_problem_words();
--> statement-breakpoint
INSERT INTO problem_words (word) SELECT DISTINCT word FROM problems, words_of_problem(title, tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
