-- By hand: CONCURRENTLY, so that people write on while they are made.
CREATE INDEX CONCURRENTLY "problems_state_fewest_bids" ON "problems" USING btree ((status = 'open') desc,"status",(-bid_count) desc,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "conversations_of_first" ON "conversations" USING btree ("first_id","updated_at" desc,"id" desc,"last_seq","opened_by");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "conversations_of_second" ON "conversations" USING btree ("second_id","updated_at" desc,"id" desc,"last_seq","opened_by");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "message_files_conversation" ON "message_files" USING btree ("conversation_id","seq" desc,"position");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "participants_places" ON "participants" USING btree ("user_id","conversation_id","read_seq");
