CREATE TABLE "canary_votes" (
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"hour" timestamp (0) with time zone NOT NULL,
	"network" integer NOT NULL,
	"page" text NOT NULL,
	"failed" boolean NOT NULL,
	CONSTRAINT "canary_votes_channel_name_version_hour_network_pk" PRIMARY KEY("channel","name","version","hour","network")
);
-- The table runtime_loads stays, unread: servers of the release before count in it until the last of them is replaced.
