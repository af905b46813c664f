ALTER TABLE "runtime_errors" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "trace" text;