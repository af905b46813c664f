-- Written at every call and gone in an hour: not worth the log that a crash is mended from. After one, counting begins anew.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "problem_events" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
-- What one person did again, with nobody else between, is one entry from now on: its last time, and how often.
WITH "marked" AS (
	SELECT "id", "problem_id", "event", "at", ("person_id" IS DISTINCT FROM lag("person_id") OVER "told")::int AS "begins"
	FROM "problem_events" WINDOW "told" AS (PARTITION BY "problem_id" ORDER BY "at", "id")
), "runs" AS (
	SELECT *, sum("begins") OVER (PARTITION BY "problem_id" ORDER BY "at", "id") AS "run" FROM "marked"
), "counted" AS (
	SELECT "id", count(*) OVER "same" AS "times", row_number() OVER ("same" ORDER BY "at" DESC, "id" DESC) AS "place"
	FROM "runs" WINDOW "same" AS (PARTITION BY "problem_id", "run", "event")
), "gone" AS (
	DELETE FROM "problem_events" USING "counted" WHERE "problem_events"."id" = "counted"."id" AND "counted"."place" > 1
)
UPDATE "problem_events" SET "times" = "counted"."times" FROM "counted"
WHERE "problem_events"."id" = "counted"."id" AND "counted"."place" = 1 AND "counted"."times" > 1;
