CREATE TABLE "problem_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"category" text NOT NULL,
	"tags" text[] NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_reviews" DROP CONSTRAINT "person_reviews_once";--> statement-breakpoint
ALTER TABLE "agreement_changes" ADD COLUMN "kind" text DEFAULT 'terms' NOT NULL;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "seeker_disputed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "solver_disputed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "rewritten_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "problem_versions" ADD CONSTRAINT "problem_versions_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problem_versions_problem" ON "problem_versions" USING btree ("problem_id","replaced_at");
