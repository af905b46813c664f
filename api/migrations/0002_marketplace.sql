CREATE TABLE "bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"problem_id" uuid NOT NULL,
	"solver_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"message" text NOT NULL,
	"estimated_days" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bids_figures" CHECK ("bids"."amount" > 0 AND "bids"."estimated_days" > 0)
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
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"visibility" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"rating_total" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"preview_image" text,
	"version" text NOT NULL,
	"status" text NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "modules_slug_unique" UNIQUE("slug"),
	CONSTRAINT "modules_figures" CHECK ("modules"."price_cents" >= 0 AND "modules"."downloads" >= 0 AND "modules"."rating_total" BETWEEN "modules"."rating_count" AND 5 * "modules"."rating_count")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"problem_id" uuid,
	"conversation_id" uuid,
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
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "problems_counts" CHECK ("problems"."budget" > 0 AND "problems"."bid_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_solver_id_users_id_fk" FOREIGN KEY ("solver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "modules" ADD CONSTRAINT "modules_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_views" ADD CONSTRAINT "problem_views_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bids_live" ON "bids" USING btree ("problem_id","solver_id") WHERE "bids"."status" IN ('pending', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "bids_accepted" ON "bids" USING btree ("problem_id") WHERE "bids"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "bids_problem" ON "bids" USING btree ("problem_id","created_at" desc);--> statement-breakpoint
CREATE INDEX "bids_solver" ON "bids" USING btree ("solver_id","created_at" desc);--> statement-breakpoint
CREATE INDEX "modules_popular" ON "modules" USING btree ("status","downloads" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "modules_author" ON "modules" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "modules_tags" ON "modules" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "modules_search" ON "modules" USING gin ("search");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE NOT "notifications"."read";--> statement-breakpoint
CREATE INDEX "problems_newest" ON "problems" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_budget" ON "problems" USING btree ("budget" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_bids" ON "problems" USING btree ("bid_count" desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_category" ON "problems" USING btree ("category","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_status" ON "problems" USING btree ("status","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_user" ON "problems" USING btree ("user_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "problems_tags" ON "problems" USING gin ("tag_keys");--> statement-breakpoint
CREATE INDEX "problems_search" ON "problems" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "problems_request" ON "problems" USING btree ("user_id","request_key");--> statement-breakpoint
-- Texts and search words are moved out of the row early: lists and counts then read a tenth of the pages.
ALTER TABLE "problems" SET (toast_tuple_target = 256);
