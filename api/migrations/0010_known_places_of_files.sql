-- By hand: files that were sent before 0009, a small part of all messages. Nobody else changes these rows, so that nobody waits for it.
UPDATE "message_files" SET "conversation_id" = "messages"."conversation_id", "seq" = "messages"."seq"
FROM "messages" WHERE "messages"."id" = "message_files"."message_id" AND "message_files"."conversation_id" IS NULL;
