CREATE TABLE "runtime_errors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runtime_loads" (
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"hour" timestamp (0) with time zone NOT NULL,
	"loads" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "runtime_loads_channel_name_version_hour_pk" PRIMARY KEY("channel","name","version","hour"),
	CONSTRAINT "runtime_loads_failures" CHECK ("runtime_loads"."failures" BETWEEN 0 AND "runtime_loads"."loads")
);
--> statement-breakpoint
CREATE INDEX "runtime_errors_at" ON "runtime_errors" USING btree ("at");