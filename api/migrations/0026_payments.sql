ALTER TABLE "agreements" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "payment_reference" text;