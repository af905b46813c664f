CREATE TABLE "deployment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"last_backup_at" timestamp (3) with time zone
);
--> statement-breakpoint
INSERT INTO "deployment" DEFAULT VALUES;
