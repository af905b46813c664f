CREATE TABLE "server_lease" (
	"id" smallint PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"process" text NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL
);
