-- By hand: groups of three letters, by which words with typos are found. Every PostgreSQL brings it, and the owner of a database may ask for it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "person_blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "person_blocks_others" CHECK ("person_blocks"."blocker_id" <> "person_blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "bid_files" (
	"bid_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "bid_files_bid_id_file_id_pk" PRIMARY KEY("bid_id","file_id"),
	CONSTRAINT "bid_files_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "problem_invitations" (
	"problem_id" uuid NOT NULL,
	"solver_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "problem_invitations_problem_id_solver_id_pk" PRIMARY KEY("problem_id","solver_id")
);
--> statement-breakpoint
CREATE TABLE "problem_viewers" (
	"problem_id" uuid NOT NULL,
	"viewer" text NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "problem_viewers_problem_id_viewer_pk" PRIMARY KEY("problem_id","viewer")
);
--> statement-breakpoint
CREATE TABLE "problem_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seen_bids" (
	"problem_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_pictures" (
	"file_id" uuid NOT NULL,
	"problem_id" uuid NOT NULL,
	"comment_id" uuid,
	CONSTRAINT "text_pictures_place" UNIQUE NULLS NOT DISTINCT("file_id","problem_id","comment_id")
);
--> statement-breakpoint
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
CREATE TABLE "message_reactions" (
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_reactions_message_id_user_id_emoji_pk" PRIMARY KEY("message_id","user_id","emoji")
);
--> statement-breakpoint
DROP INDEX "problems_newest";--> statement-breakpoint
DROP INDEX "problems_budget";--> statement-breakpoint
DROP INDEX "problems_bids";--> statement-breakpoint
DROP INDEX "problems_category";--> statement-breakpoint
DROP INDEX "messages_sender";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "shortlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "problem_events" ADD COLUMN "budget_before" integer;--> statement-breakpoint
ALTER TABLE "problem_events" ADD COLUMN "budget_after" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "opened_by" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply_to_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', "messages"."content")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "module_id" uuid;--> statement-breakpoint
ALTER TABLE "module_downloads" ADD COLUMN "version" text;--> statement-breakpoint
-- By hand: what was downloaded and bought before has the version that was the newest then.
UPDATE "module_downloads" d SET "version" = (
  SELECT v."version" FROM "module_versions" v
  WHERE v."module_id" = d."module_id" AND v."status" = 'published' AND (v."released_at" AT TIME ZONE 'UTC')::date <= d."day"
  ORDER BY v."released_at" DESC LIMIT 1
) WHERE d."user_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "module_purchases" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "module_purchases" ADD COLUMN "version" text;--> statement-breakpoint
UPDATE "module_purchases" p SET "title" = m."title", "version" = coalesce((
  SELECT v."version" FROM "module_versions" v
  WHERE v."module_id" = p."module_id" AND v."status" = 'published' AND v."released_at" <= p."created_at"
  ORDER BY v."released_at" DESC LIMIT 1
), m."version") FROM "modules" m WHERE m."id" = p."module_id";--> statement-breakpoint
ALTER TABLE "module_purchases" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "module_purchases" ALTER COLUMN "version" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_blocks" ADD CONSTRAINT "person_blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_files" ADD CONSTRAINT "bid_files_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_files" ADD CONSTRAINT "bid_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_invitations" ADD CONSTRAINT "problem_invitations_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_invitations" ADD CONSTRAINT "problem_invitations_solver_id_users_id_fk" FOREIGN KEY ("solver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_viewers" ADD CONSTRAINT "problem_viewers_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_bids" ADD CONSTRAINT "seen_bids_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_blocks_blocked" ON "person_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "problem_invitations_solver" ON "problem_invitations" USING btree ("solver_id");--> statement-breakpoint
CREATE INDEX "problem_viewers_forgotten" ON "problem_viewers" USING btree ("forgotten_at") WHERE "problem_viewers"."forgotten_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "problem_words_alike" ON "problem_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "text_pictures_problem" ON "text_pictures" USING btree ("problem_id");--> statement-breakpoint
CREATE INDEX "text_pictures_comment" ON "text_pictures" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "agreement_changes_agreement" ON "agreement_changes" USING btree ("agreement_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_changes_waiting" ON "agreement_changes" USING btree ("agreement_id") WHERE "agreement_changes"."status" = 'proposed';--> statement-breakpoint
CREATE INDEX "agreements_problem" ON "agreements" USING btree ("problem_id","accepted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "agreements_seeker" ON "agreements" USING btree ("seeker_id","accepted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "agreements_solver" ON "agreements" USING btree ("solver_id","accepted_at" desc,"id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_live" ON "agreements" USING btree ("problem_id") WHERE "agreements"."status" IN ('accepted', 'delivered');--> statement-breakpoint
CREATE INDEX "agreements_unpaid" ON "agreements" USING btree ("solved_at") WHERE "agreements"."status" = 'solved' AND "agreements"."paid_at" IS NULL AND "agreements"."payer_reminded_at" IS NULL;--> statement-breakpoint
CREATE INDEX "agreements_unreceived" ON "agreements" USING btree ("paid_at") WHERE "agreements"."status" = 'solved' AND "agreements"."received_at" IS NULL AND "agreements"."payee_reminded_at" IS NULL;--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."decided_at" IS NULL;--> statement-breakpoint
CREATE INDEX "message_reactions_user" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_to_id_messages_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_areas" ON "users" USING gin (lower_all("expertise_areas")) WHERE "users"."role" = 'solver' AND "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "problems_lowest_budget" ON "problems" USING btree ((status = 'open') desc,(-budget) desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_fewest_bids" ON "problems" USING btree ((status = 'open') desc,(-bid_count) desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "saved_problems_problem" ON "saved_problems" USING btree ("problem_id");--> statement-breakpoint
CREATE INDEX "messages_reply" ON "messages" USING btree ("reply_to_id") WHERE "messages"."reply_to_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_changes" ON "messages" USING btree ("conversation_id","revision") WHERE "messages"."revision" > 0;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "notifications_module" ON "notifications" USING btree ("module_id") WHERE "notifications"."module_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread_module" ON "notifications" USING btree ("user_id","type","module_id") WHERE NOT "notifications"."read" AND "notifications"."module_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "problems_newest" ON "problems" USING btree ((status = 'open') desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_budget" ON "problems" USING btree ((status = 'open') desc,"budget" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_bids" ON "problems" USING btree ((status = 'open') desc,"bid_count" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_category" ON "problems" USING btree ("category",(status = 'open') desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id","created_at" desc);--> statement-breakpoint
-- By hand: every word of a problem's title and tags, whoever writes it. In one order, so that two who learn the same words wait for each
-- other and never in a ring.
CREATE FUNCTION words_of_problem(title text, tags text[]) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  BEGIN ATOMIC
  SELECT DISTINCT word FROM regexp_split_to_table(lower(title || ' ' || array_to_string(tags, ' ')), '[^[:alnum:]]+') AS word
    WHERE length(word) BETWEEN 3 AND 40; END;
--> statement-breakpoint
CREATE FUNCTION learn_problem_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    INSERT INTO problem_words (word) SELECT word FROM words_of_problem(NEW.title, NEW.tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
--> statement-breakpoint
CREATE TRIGGER problems_learn_words AFTER INSERT OR UPDATE OF title, tags ON "problems" FOR EACH ROW EXECUTE FUNCTION learn_problem_words();
--> statement-breakpoint
INSERT INTO problem_words (word) SELECT DISTINCT word FROM problems, words_of_problem(title, tags) AS word ORDER BY word ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- By hand: each bid that was accepted before has its agreement, too. When that was stands in the timeline, else the bid has changed
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
