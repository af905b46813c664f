-- What the generated columns of problems and modules are made with. Both name the text search configuration and
-- depend on nothing else, so that they are immutable as generated columns must be.
CREATE FUNCTION lower_all(list text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(lower(item) ORDER BY place), '{}') FROM unnest(list) WITH ORDINALITY AS items (item, place));
--> statement-breakpoint
CREATE FUNCTION search_words(title text, tags text[], body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN setweight(to_tsvector('pg_catalog.english'::regconfig, title), 'A')
    || setweight(to_tsvector('pg_catalog.english'::regconfig, array_to_string(tags, ' ')), 'B')
    || setweight(to_tsvector('pg_catalog.english'::regconfig, body), 'C');
--> statement-breakpoint
-- Words of a name as they are searched for: without accents, and without stems, since names have none.
CREATE FUNCTION name_words(name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_tsvector('pg_catalog.simple'::regconfig, regexp_replace(normalize(name, NFD), U&'[\0300-\036f]', '', 'g'));
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"social_type" text,
	"social_id" text,
	"role" text NOT NULL,
	"expertise_areas" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_sign_ups_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"device_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_deviceToken_unique" UNIQUE("device_token")
);
--> statement-breakpoint
CREATE TABLE "social_identities" (
	"type" text NOT NULL,
	"social_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_identities_type_social_id_pk" PRIMARY KEY("type","social_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"role" text NOT NULL,
	"expertise_areas" text[] DEFAULT '{}' NOT NULL,
	"image" text,
	"headline" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"github" text DEFAULT '' NOT NULL,
	"shows_email" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"width" integer,
	"height" integer,
	"purpose" text DEFAULT 'site' NOT NULL,
	"visibility" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"solver_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"message" text NOT NULL,
	"estimated_days" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bids_figures" CHECK ("bids"."amount" > 0 AND "bids"."estimated_days" > 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"parent_id" uuid,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "person_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"visible_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_reviews_once" UNIQUE("problem_id","author_id"),
	CONSTRAINT "person_reviews_figures" CHECK ("person_reviews"."rating" BETWEEN 1 AND 5 AND "person_reviews"."author_id" <> "person_reviews"."subject_id")
);
--> statement-breakpoint
CREATE TABLE "problem_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"event" text NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problem_files" (
	"problem_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "problem_files_problem_id_file_id_pk" PRIMARY KEY("problem_id","file_id"),
	CONSTRAINT "problem_files_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "problem_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problem_views" (
	"problem_id" uuid PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problems" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"tags" text[] NOT NULL,
	"tag_keys" text[] GENERATED ALWAYS AS (lower_all("problems"."tags")) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_words("problems"."title", "problems"."tags", "problems"."body")) STORED NOT NULL,
	"budget" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"bid_count" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"solved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "problems_counts" CHECK ("problems"."budget" > 0 AND "problems"."bid_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "saved_problems" (
	"user_id" uuid NOT NULL,
	"problem_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_problems_user_id_problem_id_pk" PRIMARY KEY("user_id","problem_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid,
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("problem_id","first_id","second_id"),
	CONSTRAINT "conversations_pair_order" CHECK ("conversations"."first_id" < "conversations"."second_id")
);
--> statement-breakpoint
CREATE TABLE "message_files" (
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "message_files_message_id_file_id_pk" PRIMARY KEY("message_id","file_id"),
	CONSTRAINT "message_files_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_place" UNIQUE("conversation_id","seq"),
	CONSTRAINT "messages_once" UNIQUE("conversation_id","sender_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "participants_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_id" uuid,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"problem_id" uuid,
	"conversation_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canary_votes" (
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"hour" timestamp (0) with time zone NOT NULL,
	"network" integer NOT NULL,
	"page" text NOT NULL,
	"failed" boolean NOT NULL,
	CONSTRAINT "canary_votes_channel_name_version_hour_network_pk" PRIMARY KEY("channel","name","version","hour","network")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_messages_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "runtime_errors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cancelled_uploads" (
	"author_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cancelled_uploads_author_id_request_key_pk" PRIMARY KEY("author_id","request_key")
);
--> statement-breakpoint
CREATE TABLE "module_downloads" (
	"module_id" uuid NOT NULL,
	"who" text NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid,
	CONSTRAINT "module_downloads_module_id_who_day_pk" PRIMARY KEY("module_id","who","day")
);
--> statement-breakpoint
CREATE TABLE "module_figures" (
	"module_id" uuid PRIMARY KEY NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"rating_total" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating" real GENERATED ALWAYS AS (CASE WHEN rating_count = 0 THEN 0 ELSE rating_total::real / rating_count END) STORED NOT NULL,
	CONSTRAINT "module_figures_possible" CHECK ("module_figures"."downloads" >= 0 AND "module_figures"."rating_total" BETWEEN "module_figures"."rating_count" AND 5 * "module_figures"."rating_count")
);
--> statement-breakpoint
CREATE TABLE "module_media" (
	"module_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "module_media_module_id_file_id_pk" PRIMARY KEY("module_id","file_id"),
	CONSTRAINT "module_media_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "module_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"module_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"text" text NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "module_reviews_once" UNIQUE("module_id","user_id"),
	CONSTRAINT "module_reviews_rating" CHECK ("module_reviews"."rating" BETWEEN 1 AND 5)
);
--> statement-breakpoint
CREATE TABLE "module_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"module_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"license" text NOT NULL,
	"price_cents" integer NOT NULL,
	"payment" text NOT NULL,
	"test_mode" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "module_purchases_once" UNIQUE("module_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "module_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"module_id" uuid NOT NULL,
	"user_id" uuid,
	"reason" text,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "module_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"module_id" uuid NOT NULL,
	"version" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"file_id" uuid NOT NULL,
	"status" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "module_versions_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "module_versions_once" UNIQUE("module_id","version")
);
--> statement-breakpoint
CREATE TABLE "modules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"tags" text[] NOT NULL,
	"tag_keys" text[] GENERATED ALWAYS AS (lower_all("modules"."tags")) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_words("modules"."title", "modules"."tags", "modules"."description")) STORED NOT NULL,
	"price_cents" integer NOT NULL,
	"preview_image" text,
	"documentation" text DEFAULT '' NOT NULL,
	"license" text DEFAULT 'MIT' NOT NULL,
	"repository_url" text,
	"demo_url" text,
	"sandbox_url" text,
	"request_key" text,
	"request_hash" text,
	"version" text NOT NULL,
	"status" text NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "modules_slug_unique" UNIQUE("slug"),
	CONSTRAINT "modules_price_cents" CHECK ("modules"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "saved_modules" (
	"user_id" uuid NOT NULL,
	"module_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_modules_user_id_module_id_pk" PRIMARY KEY("user_id","module_id")
);
--> statement-breakpoint
-- Written at every call and gone in an hour: not worth the log that a crash is mended from. After one, counting begins anew.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_proofs" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_identities" ADD CONSTRAINT "social_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_reservations" ADD CONSTRAINT "upload_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_solver_id_users_id_fk" FOREIGN KEY ("solver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_reviews" ADD CONSTRAINT "person_reviews_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_reviews" ADD CONSTRAINT "person_reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_reviews" ADD CONSTRAINT "person_reviews_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_events" ADD CONSTRAINT "problem_events_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_events" ADD CONSTRAINT "problem_events_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_files" ADD CONSTRAINT "problem_files_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_files" ADD CONSTRAINT "problem_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD CONSTRAINT "problem_reports_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD CONSTRAINT "problem_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_views" ADD CONSTRAINT "problem_views_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_problems" ADD CONSTRAINT "saved_problems_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_problems" ADD CONSTRAINT "saved_problems_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_first_id_users_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_second_id_users_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancelled_uploads" ADD CONSTRAINT "cancelled_uploads_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_downloads" ADD CONSTRAINT "module_downloads_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_downloads" ADD CONSTRAINT "module_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_figures" ADD CONSTRAINT "module_figures_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_media" ADD CONSTRAINT "module_media_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_media" ADD CONSTRAINT "module_media_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_reviews" ADD CONSTRAINT "module_reviews_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_reviews" ADD CONSTRAINT "module_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_purchases" ADD CONSTRAINT "module_purchases_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_purchases" ADD CONSTRAINT "module_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_reports" ADD CONSTRAINT "module_reports_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_reports" ADD CONSTRAINT "module_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "modules" ADD CONSTRAINT "modules_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_modules" ADD CONSTRAINT "saved_modules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_modules" ADD CONSTRAINT "saved_modules_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_email" ON "pending_sign_ups" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_social" ON "pending_sign_ups" USING btree ("social_type","social_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "social_identities_user" ON "social_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_names" ON "users" USING gin (name_words("name")) WHERE "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "upload_reservations_user" ON "upload_reservations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bids_live" ON "bids" USING btree ("problem_id","solver_id") WHERE "bids"."status" IN ('pending', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "bids_accepted" ON "bids" USING btree ("problem_id") WHERE "bids"."status" = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "bids_request" ON "bids" USING btree ("solver_id","request_key");--> statement-breakpoint
CREATE INDEX "bids_problem" ON "bids" USING btree ("problem_id","created_at" desc);--> statement-breakpoint
CREATE INDEX "bids_solver" ON "bids" USING btree ("solver_id","created_at" desc);--> statement-breakpoint
CREATE INDEX "comments_problem" ON "comments" USING btree ("problem_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_request" ON "comments" USING btree ("author_id","request_key");--> statement-breakpoint
CREATE INDEX "person_reviews_subject" ON "person_reviews" USING btree ("subject_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problem_events_problem" ON "problem_events" USING btree ("problem_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "problem_reports_once" ON "problem_reports" USING btree ("problem_id","user_id");--> statement-breakpoint
CREATE INDEX "problems_newest" ON "problems" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_budget" ON "problems" USING btree ("budget" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_bids" ON "problems" USING btree ("bid_count" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_category" ON "problems" USING btree ("category","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_status" ON "problems" USING btree ("status","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_user" ON "problems" USING btree ("user_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_tags" ON "problems" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "problems_search" ON "problems" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "problems_request" ON "problems" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "saved_problems_newest" ON "saved_problems" USING btree ("user_id","saved_at" desc,"problem_id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_pair_alone" ON "conversations" USING btree ("first_id","second_id") WHERE "conversations"."problem_id" IS NULL;--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "participants_user" ON "participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "notifications_actor" ON "notifications" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE NOT "notifications"."read";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_conversation" ON "notifications" USING btree ("user_id","conversation_id") WHERE NOT "notifications"."read" AND "notifications"."type" = 'new_message';--> statement-breakpoint
CREATE INDEX "runtime_errors_at" ON "runtime_errors" USING btree ("at");--> statement-breakpoint
CREATE INDEX "module_downloads_user" ON "module_downloads" USING btree ("user_id","module_id");--> statement-breakpoint
CREATE INDEX "module_figures_popular" ON "module_figures" USING btree ("downloads" desc,"module_id" desc);--> statement-breakpoint
CREATE INDEX "module_figures_rating" ON "module_figures" USING btree ("rating" desc,"downloads" desc,"module_id" desc);--> statement-breakpoint
CREATE INDEX "module_reviews_newest" ON "module_reviews" USING btree ("module_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "module_purchases_user" ON "module_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "module_reports_module" ON "module_reports" USING btree ("module_id");--> statement-breakpoint
CREATE INDEX "modules_author" ON "modules" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "modules_newest" ON "modules" USING btree ("status","released_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "modules_price" ON "modules" USING btree ("status","price_cents","id" desc);--> statement-breakpoint
CREATE INDEX "modules_title" ON "modules" USING btree (lower("title") text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "modules_request" ON "modules" USING btree ("author_id","request_key");--> statement-breakpoint
CREATE INDEX "modules_tags" ON "modules" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "modules_search" ON "modules" USING gin ("search");--> statement-breakpoint
CREATE INDEX "saved_modules_newest" ON "saved_modules" USING btree ("user_id","saved_at" desc,"module_id" desc);--> statement-breakpoint
CREATE INDEX "mail_at" ON "mail" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at");
--> statement-breakpoint
-- Each module has its figures from the beginning: whoever stores a module need not think of them.
CREATE FUNCTION begin_module_figures() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN INSERT INTO module_figures (module_id) VALUES (NEW.id); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER modules_begin_figures AFTER INSERT ON "modules" FOR EACH ROW EXECUTE FUNCTION begin_module_figures();--> statement-breakpoint
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
