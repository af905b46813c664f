CREATE TABLE "proven_links" (
	"link_hash" text PRIMARY KEY NOT NULL,
	"redeemed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_sign_ups" ADD COLUMN "social_account" text;--> statement-breakpoint
ALTER TABLE "social_identities" ADD COLUMN "account" text;--> statement-breakpoint
-- Of the job that emails people about a new way to sign in (defineJob).
SELECT pgboss.create_queue('sign-in-added-mail', '{"policy":"standard"}');
