-- Rows for the columns of 0019, which locks the tables: readers would wait for these updates.
UPDATE "agreements" SET
	"seeker_disputed_at" = CASE WHEN "disputes"."opened_by" = "seeker_id" THEN "disputes"."opened_at" END,
	"solver_disputed_at" = CASE WHEN "disputes"."opened_by" = "solver_id" THEN "disputes"."opened_at" END
FROM "disputes" WHERE "disputes"."agreement_id" = "agreements"."id";
--> statement-breakpoint
-- Nothing that was proposed before a dispute or a decision can be agreed to afterwards.
UPDATE "agreement_changes" SET "status" = 'withdrawn', "decided_at" = now()
WHERE "status" = 'proposed' AND "agreement_id" IN (
	SELECT "agreements"."id" FROM "agreements" LEFT JOIN "disputes" ON "disputes"."agreement_id" = "agreements"."id"
	WHERE "agreements"."status" IN ('solved', 'ended') OR ("disputes"."agreement_id" IS NOT NULL AND "disputes"."decided_at" IS NULL)
);
--> statement-breakpoint
-- Of the job that deletes the bytes of files whose rows were deleted (defineJob).
SELECT pgboss.create_queue('delete-bytes', '{"policy":"standard"}');
