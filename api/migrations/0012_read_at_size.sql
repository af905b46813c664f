-- By hand: CONCURRENTLY, so that people write on while they are made.
CREATE INDEX CONCURRENTLY "comments_questions" ON "comments" USING btree ("problem_id","created_at","id","author_id") WHERE "comments"."parent_id" IS NULL AND "comments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bids_pending" ON "bids" USING btree ("problem_id","created_at" desc) WHERE "bids"."status" = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "problems_user_state" ON "problems" USING btree ("user_id","status","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "problems_listed" ON "problems" USING btree ("id","updated_at") WHERE "problems"."status" <> 'closed';
