CREATE TABLE "agreement_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agreement_id" uuid NOT NULL,
	"proposed_by" uuid NOT NULL,
	"amount" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"note" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"amount_before" integer NOT NULL,
	"due_before" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "agreement_changes_figures" CHECK ("agreement_changes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "agreement_files" (
	"agreement_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "agreement_files_agreement_id_file_id_pk" PRIMARY KEY("agreement_id","file_id"),
	CONSTRAINT "agreement_files_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"bid_id" uuid NOT NULL,
	"seeker_id" uuid NOT NULL,
	"solver_id" uuid NOT NULL,
	"status" text DEFAULT 'accepted' NOT NULL,
	"amount" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"delivery_note" text,
	"solved_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"payer_reminded_at" timestamp (3) with time zone,
	"payee_reminded_at" timestamp (3) with time zone,
	"parted_at" timestamp (3) with time zone,
	"parted_by" uuid,
	"parting_note" text,
	CONSTRAINT "agreements_bidId_unique" UNIQUE("bid_id"),
	CONSTRAINT "agreements_figures" CHECK ("agreements"."amount" > 0 AND "agreements"."seeker_id" <> "agreements"."solver_id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"agreement_id" uuid PRIMARY KEY NOT NULL,
	"opened_by" uuid NOT NULL,
	"seeker_view" text,
	"solver_view" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"decision" text,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "problem_events" ADD COLUMN "budget_before" integer;--> statement-breakpoint
ALTER TABLE "problem_events" ADD COLUMN "budget_after" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "module_id" uuid;--> statement-breakpoint
ALTER TABLE "agreement_changes" ADD CONSTRAINT "agreement_changes_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_changes" ADD CONSTRAINT "agreement_changes_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_files" ADD CONSTRAINT "agreement_files_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_files" ADD CONSTRAINT "agreement_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_seeker_id_users_id_fk" FOREIGN KEY ("seeker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_solver_id_users_id_fk" FOREIGN KEY ("solver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_parted_by_users_id_fk" FOREIGN KEY ("parted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreement_changes_agreement" ON "agreement_changes" USING btree ("agreement_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_changes_waiting" ON "agreement_changes" USING btree ("agreement_id") WHERE "agreement_changes"."status" = 'proposed';--> statement-breakpoint
CREATE INDEX "agreements_problem" ON "agreements" USING btree ("problem_id","accepted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "agreements_seeker" ON "agreements" USING btree ("seeker_id","accepted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "agreements_solver" ON "agreements" USING btree ("solver_id","accepted_at" desc,"id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_live" ON "agreements" USING btree ("problem_id") WHERE "agreements"."status" IN ('accepted', 'delivered');--> statement-breakpoint
CREATE INDEX "agreements_unpaid" ON "agreements" USING btree ("solved_at") WHERE "agreements"."status" = 'solved' AND "agreements"."paid_at" IS NULL AND "agreements"."payer_reminded_at" IS NULL;--> statement-breakpoint
CREATE INDEX "agreements_unreceived" ON "agreements" USING btree ("paid_at") WHERE "agreements"."status" = 'solved' AND "agreements"."received_at" IS NULL AND "agreements"."payee_reminded_at" IS NULL;--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."decided_at" IS NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_problems_problem" ON "saved_problems" USING btree ("problem_id");--> statement-breakpoint
CREATE INDEX "notifications_module" ON "notifications" USING btree ("module_id") WHERE "notifications"."module_id" IS NOT NULL;--> statement-breakpoint
-- Written by hand: each bid that was accepted before has its agreement, too. When that was stands in the timeline, else the bid has changed
-- last then. Ids sort by time as the application's do (UUIDv7). Nobody is reminded of what was solved before there were agreements.
INSERT INTO "agreements" ("id", "problem_id", "bid_id", "seeker_id", "solver_id", "status", "amount", "due_at", "accepted_at", "solved_at", "payer_reminded_at")
SELECT
	(lpad(to_hex(floor(extract(epoch FROM accepted.at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
	problems.id, bids.id, problems.user_id, bids.solver_id,
	CASE problems.status WHEN 'solved' THEN 'solved' ELSE 'accepted' END,
	bids.amount, accepted.at + bids.estimated_days * interval '1 day', accepted.at,
	CASE problems.status WHEN 'solved' THEN coalesce(problems.solved_at, problems.updated_at) END,
	CASE problems.status WHEN 'solved' THEN now() END
FROM "bids"
JOIN "problems" ON problems.id = bids.problem_id
CROSS JOIN LATERAL (
	SELECT coalesce(max(problem_events.at), bids.updated_at) AS at FROM "problem_events"
	WHERE problem_events.problem_id = problems.id AND problem_events.event = 'bid_accepted' AND problem_events.person_id = bids.solver_id
) AS accepted
WHERE bids.status = 'accepted' AND problems.status IN ('in-progress', 'solved') AND bids.solver_id <> problems.user_id;
