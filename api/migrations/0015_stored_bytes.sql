CREATE TABLE "stored_bytes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_reservations" ADD CONSTRAINT "upload_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_reservations_user" ON "upload_reservations" USING btree ("user_id");--> statement-breakpoint
-- Whoever writes, gives away or deletes files, what each person's take is counted here. A file counts as 4 KiB at least: that is
-- what the smallest takes where it is stored.
CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.owner_id IS NOT NULL THEN
    UPDATE stored_bytes SET bytes = bytes - greatest(OLD.size, 4096) WHERE user_id = OLD.owner_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.owner_id IS NOT NULL THEN
    INSERT INTO stored_bytes AS counted (user_id, bytes) VALUES (NEW.owner_id, greatest(NEW.size, 4096))
    ON CONFLICT (user_id) DO UPDATE SET bytes = counted.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER files_stored_bytes AFTER INSERT OR DELETE OR UPDATE OF owner_id, size ON "files"
  FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
--> statement-breakpoint
INSERT INTO "stored_bytes" ("user_id", "bytes")
  SELECT "owner_id", sum(greatest("size", 4096)) FROM "files" WHERE "owner_id" IS NOT NULL GROUP BY "owner_id";
