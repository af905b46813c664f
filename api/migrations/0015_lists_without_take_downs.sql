-- CONCURRENTLY, so that people can write while they are built.
CREATE INDEX CONCURRENTLY "problems_up_counted" ON "problems" USING btree ("category","status","budget") WHERE "problems"."taken_down_at" IS NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "problems_up_user_state" ON "problems" USING btree ("user_id","status","created_at" desc,"id" desc) WHERE "problems"."taken_down_at" IS NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "problems_up_listed" ON "problems" USING btree ("id","updated_at") WHERE "problems"."status" <> 'closed' AND "problems"."taken_down_at" IS NULL;
