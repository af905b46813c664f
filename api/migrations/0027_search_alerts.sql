ALTER TABLE "notifications" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "alerts" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
-- By hand: of the job that emails alerts of saved searches (defineJob).
SELECT pgboss.create_queue('search-alert-mail', '{"policy":"standard"}');
