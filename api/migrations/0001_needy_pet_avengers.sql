CREATE TABLE "text_pictures" (
	"file_id" uuid NOT NULL,
	"problem_id" uuid NOT NULL,
	"comment_id" uuid,
	CONSTRAINT "text_pictures_place" UNIQUE NULLS NOT DISTINCT("file_id","problem_id","comment_id")
);
--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_pictures_problem" ON "text_pictures" USING btree ("problem_id");--> statement-breakpoint
CREATE INDEX "text_pictures_comment" ON "text_pictures" USING btree ("comment_id");