DROP INDEX "notifications_conversation";--> statement-breakpoint
DROP INDEX "notifications_unread_module";--> statement-breakpoint
DROP INDEX "notifications_unread";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "shared_by" text;--> statement-breakpoint
-- By hand: what is not read yet of messages and modules goes on to be one each. Of problems, the next one begins anew.
UPDATE "notifications" SET "shared_by" = concat_ws(' ', "type", coalesce("conversation_id", "module_id"))
WHERE NOT "read" AND ("module_id" IS NOT NULL OR ("type" = 'new_message' AND "conversation_id" IS NOT NULL));--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","shared_by") WHERE NOT "notifications"."read";