ALTER TABLE "module_downloads" ADD COLUMN "version" text;--> statement-breakpoint
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
CREATE UNIQUE INDEX "notifications_unread_module" ON "notifications" USING btree ("user_id","type","module_id") WHERE NOT "notifications"."read" AND "notifications"."module_id" IS NOT NULL;
