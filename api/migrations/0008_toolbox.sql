CREATE TABLE "module_downloads" (
	"module_id" uuid NOT NULL,
	"who" text NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid,
	CONSTRAINT "module_downloads_module_id_who_day_pk" PRIMARY KEY("module_id","who","day")
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
CREATE TABLE "module_opinions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"module_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"text" text NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "module_opinions_once" UNIQUE("module_id","user_id"),
	CONSTRAINT "module_opinions_rating" CHECK ("module_opinions"."rating" BETWEEN 1 AND 5)
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
CREATE TABLE "saved_modules" (
	"user_id" uuid NOT NULL,
	"module_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_modules_user_id_module_id_pk" PRIMARY KEY("user_id","module_id")
);
--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "documentation" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "license" text DEFAULT 'MIT' NOT NULL;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "repository_url" text;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "demo_url" text;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "sandbox_url" text;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "module_downloads" ADD CONSTRAINT "module_downloads_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_downloads" ADD CONSTRAINT "module_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_media" ADD CONSTRAINT "module_media_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_media" ADD CONSTRAINT "module_media_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_opinions" ADD CONSTRAINT "module_opinions_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_opinions" ADD CONSTRAINT "module_opinions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_purchases" ADD CONSTRAINT "module_purchases_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_purchases" ADD CONSTRAINT "module_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_reports" ADD CONSTRAINT "module_reports_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_reports" ADD CONSTRAINT "module_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_modules" ADD CONSTRAINT "saved_modules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_modules" ADD CONSTRAINT "saved_modules_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "module_downloads_user" ON "module_downloads" USING btree ("user_id","module_id");--> statement-breakpoint
CREATE INDEX "module_opinions_newest" ON "module_opinions" USING btree ("module_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "module_purchases_user" ON "module_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "module_reports_module" ON "module_reports" USING btree ("module_id");--> statement-breakpoint
CREATE INDEX "saved_modules_newest" ON "saved_modules" USING btree ("user_id","saved_at" desc,"module_id" desc);--> statement-breakpoint
CREATE INDEX "modules_newest" ON "modules" USING btree ("status","released_at" desc,"id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "modules_request" ON "modules" USING btree ("author_id","request_key");--> statement-breakpoint
CREATE TABLE "module_figures" (
	"module_id" uuid PRIMARY KEY NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"rating_total" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating" real GENERATED ALWAYS AS (CASE WHEN rating_count = 0 THEN 0 ELSE rating_total::real / rating_count END) STORED NOT NULL,
	CONSTRAINT "module_figures_possible" CHECK ("module_figures"."downloads" >= 0 AND "module_figures"."rating_total" BETWEEN "module_figures"."rating_count" AND 5 * "module_figures"."rating_count")
);
--> statement-breakpoint
-- Each module has its figures from the beginning: whoever stores a module need not think of them.
CREATE FUNCTION begin_module_figures() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN INSERT INTO module_figures (module_id) VALUES (NEW.id); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER modules_begin_figures AFTER INSERT ON "modules" FOR EACH ROW EXECUTE FUNCTION begin_module_figures();--> statement-breakpoint
INSERT INTO "module_figures" ("module_id", "downloads", "rating_total", "rating_count")
  SELECT "id", "downloads", "rating_total", "rating_count" FROM "modules";--> statement-breakpoint
ALTER TABLE "modules" DROP CONSTRAINT "modules_figures";--> statement-breakpoint
DROP INDEX "modules_popular";--> statement-breakpoint
ALTER TABLE "module_figures" ADD CONSTRAINT "module_figures_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "module_figures_popular" ON "module_figures" USING btree ("downloads" desc,"module_id" desc);--> statement-breakpoint
CREATE INDEX "module_figures_rating" ON "module_figures" USING btree ("rating" desc,"downloads" desc,"module_id" desc);--> statement-breakpoint
CREATE INDEX "modules_title" ON "modules" USING btree (lower("title") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "modules_price" ON "modules" USING btree ("status","price_cents","id" desc);--> statement-breakpoint
ALTER TABLE "modules" DROP COLUMN "rating_total";--> statement-breakpoint
ALTER TABLE "modules" DROP COLUMN "rating_count";--> statement-breakpoint
ALTER TABLE "modules" DROP COLUMN "downloads";--> statement-breakpoint
ALTER TABLE "modules" ADD CONSTRAINT "modules_price_cents" CHECK ("modules"."price_cents" >= 0);