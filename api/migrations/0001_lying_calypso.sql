CREATE TABLE "problem_viewers" (
	"problem_id" uuid NOT NULL,
	"viewer" text NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "problem_viewers_problem_id_viewer_pk" PRIMARY KEY("problem_id","viewer")
);
--> statement-breakpoint
ALTER TABLE "problem_viewers" ADD CONSTRAINT "problem_viewers_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problem_viewers_forgotten" ON "problem_viewers" USING btree ("forgotten_at") WHERE "problem_viewers"."forgotten_at" IS NOT NULL;