-- Written at every call and gone in an hour: not worth the log that a crash is mended from. After one, counting begins anew.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
