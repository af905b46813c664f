CREATE TABLE "payment_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"iban" text NOT NULL,
	"link" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_details" ADD CONSTRAINT "payment_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;