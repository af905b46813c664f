CREATE TABLE "failed_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"job" jsonb NOT NULL,
	"tries" integer NOT NULL,
	"error" jsonb NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
-- Support finds the email of a message to the team by the id of the message.
UPDATE pgboss.job SET id = message.id FROM contact_messages AS message
  WHERE job.name = 'contact-mail' AND state < 'active' AND data ->> 'reference' = message.reference;
--> statement-breakpoint
-- Jobs that failed before. The previous release continues to list them, so they stay in its table: a retry gets a new id.
INSERT INTO failed_jobs (id, queue, job, tries, error, added_at, failed_at)
  SELECT coalesce(message.id, job.id), job.name,
    jsonb_strip_nulls(jsonb_build_object('id', message.id, 'name', job.name, 'data', job.data, 'retryLimit', job.retry_limit + 1,
      'retryDelay', job.retry_delay, 'retryBackoff', job.retry_backoff, 'expireInSeconds', extract(epoch FROM job.expire_in)::integer,
      'singletonKey', job.singleton_key)),
    job.retry_count + 1,
    jsonb_build_object('message', coalesce(job.output ->> 'message', job.output -> 'value' ->> 'message', '')),
    job.created_on, coalesce(job.completed_on, now())
  FROM pgboss.job LEFT JOIN contact_messages AS message ON job.name = 'contact-mail' AND job.data ->> 'reference' = message.reference
  WHERE job.state = 'failed'
  ON CONFLICT DO NOTHING;
