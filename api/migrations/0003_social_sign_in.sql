CREATE TABLE "social_identities" (
	"type" text NOT NULL,
	"social_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_identities_type_social_id_pk" PRIMARY KEY("type","social_id")
);
--> statement-breakpoint
ALTER TABLE "pending_sign_ups" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_sign_ups" ADD COLUMN "social_type" text;--> statement-breakpoint
ALTER TABLE "pending_sign_ups" ADD COLUMN "social_id" text;--> statement-breakpoint
ALTER TABLE "social_identities" ADD CONSTRAINT "social_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "social_identities_user" ON "social_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_social" ON "pending_sign_ups" USING btree ("social_type","social_id");