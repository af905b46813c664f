CREATE TABLE "take_downs" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_malware" boolean DEFAULT false NOT NULL,
	"status_before" text
);
--> statement-breakpoint
ALTER TABLE "person_reviews" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "module_reviews" ADD COLUMN "taken_down_at" timestamp (3) with time zone;
