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
ALTER TABLE "agreement_files" ADD COLUMN "earlier_delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "delivery_links" text[];--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "changes_requested" text;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "changes_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "earlier_deliveries" ADD CONSTRAINT "earlier_deliveries_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_deliveries_agreement" ON "earlier_deliveries" USING btree ("agreement_id","delivered_at","id");