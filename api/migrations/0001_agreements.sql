ALTER TABLE "problem_events" ADD COLUMN "budget_before" integer;--> statement-breakpoint
ALTER TABLE "problem_events" ADD COLUMN "budget_after" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "module_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_module" ON "notifications" USING btree ("module_id") WHERE "notifications"."module_id" IS NOT NULL;