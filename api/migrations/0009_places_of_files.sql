ALTER TABLE "message_files" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "message_files" ADD COLUMN "seq" integer;
--> statement-breakpoint
-- By hand: where a file's message stands, so that the files of a conversation are found and counted without its messages. Servers of the
-- release before do not write it: then it is done at the end of their statement, when the message is there.
CREATE FUNCTION place_message_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "message_files" SET "conversation_id" = "messages"."conversation_id", "seq" = "messages"."seq"
  FROM "messages" WHERE "messages"."id" = NEW."message_id" AND "message_id" = NEW."message_id" AND "file_id" = NEW."file_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_files_place AFTER INSERT ON "message_files" FOR EACH ROW WHEN (NEW."conversation_id" IS NULL)
EXECUTE FUNCTION place_message_file();
