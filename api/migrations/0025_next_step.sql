CREATE TABLE "earlier_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agreement_id" uuid NOT NULL,
	"note" text NOT NULL,
	"links" text[] NOT NULL,
	"delivered_at" timestamp (3) with time zone NOT NULL,
	"changes_requested" text NOT NULL,
	"changes_requested_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"iban" text NOT NULL,
	"link" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_marks" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"muted" boolean DEFAULT false NOT NULL,
	"marked_unread" boolean DEFAULT false NOT NULL,
	"archived_seq" integer,
	CONSTRAINT "conversation_marks_user_id_conversation_id_pk" PRIMARY KEY("user_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"content" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreement_files" ADD COLUMN "earlier_delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "delivery_links" text[];--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "changes_requested" text;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "changes_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "problems" ADD COLUMN "done_by" date;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "alerts" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "modules" ADD COLUMN "key_features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "earlier_deliveries" ADD CONSTRAINT "earlier_deliveries_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_details" ADD CONSTRAINT "payment_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_marks" ADD CONSTRAINT "conversation_marks_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_marks" ADD CONSTRAINT "conversation_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_deliveries_agreement" ON "earlier_deliveries" USING btree ("agreement_id","delivered_at","id");--> statement-breakpoint
CREATE INDEX "conversation_marks_conversation" ON "conversation_marks" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "message_reports_user" ON "message_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_reports_newest" ON "message_reports" USING btree ("created_at" desc,"message_id" desc);--> statement-breakpoint
CREATE INDEX "message_versions_message" ON "message_versions" USING btree ("message_id","replaced_at");--> statement-breakpoint
CREATE INDEX "message_versions_replaced" ON "message_versions" USING btree ("replaced_at");--> statement-breakpoint
-- By hand: of the job that emails alerts of saved searches (defineJob).
SELECT pgboss.create_queue('search-alert-mail', '{"policy":"standard"}');
