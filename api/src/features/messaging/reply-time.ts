import { sql } from 'drizzle-orm';

/** So many of somebody's latest messages are looked at, each with what it answers: some steps along indexes, also for 500 bids at once. */
const LATEST = 30;
/** Fewer answers say nothing of a person. */
const ANSWERS_MIN = 3;

/**
 * How long the person of the query around it, of `users`, usually takes to answer: the median, in minutes, of the latest answers.
 * An answer is what follows something of the other one's, counted from the first message that waited for it. Null while there are
 * fewer than three.
 */
export const REPLY_MINUTES = sql<number | null>`(
  SELECT CASE WHEN count(*) >= ${sql.raw(String(ANSWERS_MIN))}
    THEN ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY answers.seconds) / 60)::int END
  FROM (
    SELECT extract(epoch FROM said.created_at - asked.created_at) AS seconds
    FROM (
      SELECT conversation_id, seq, created_at, coalesce(
        lag(seq) OVER (PARTITION BY conversation_id ORDER BY seq),
        (
          SELECT max(own.seq) FROM messages AS own
          WHERE own.conversation_id = latest.conversation_id AND own.sender_id = users.id AND own.seq < latest.seq
        ),
        0
      ) AS previous
      FROM (
        SELECT conversation_id, seq, created_at FROM messages
        WHERE sender_id = users.id ORDER BY created_at DESC LIMIT ${sql.raw(String(LATEST))}
      ) AS latest
    ) AS said
    JOIN messages AS asked
      ON asked.conversation_id = said.conversation_id AND asked.seq = said.previous + 1 AND asked.seq < said.seq
  ) AS answers
)`;
