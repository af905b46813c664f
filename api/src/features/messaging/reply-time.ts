import { sql } from 'drizzle-orm';

/** So many of somebody's latest messages are looked at: 500 bids cost some thousand steps along indexes. */
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
      SELECT conversation_id, seq, created_at FROM messages
      WHERE sender_id = users.id ORDER BY created_at DESC LIMIT ${sql.raw(String(LATEST))}
    ) AS said
    JOIN messages AS before
      ON before.conversation_id = said.conversation_id AND before.seq = said.seq - 1 AND before.sender_id <> users.id
    CROSS JOIN LATERAL (
      SELECT created_at FROM messages AS waited
      WHERE waited.conversation_id = said.conversation_id AND waited.seq > coalesce((
        SELECT own.seq FROM messages AS own
        WHERE own.conversation_id = said.conversation_id AND own.seq < said.seq AND own.sender_id = users.id
        ORDER BY own.seq DESC LIMIT 1
      ), 0)
      ORDER BY waited.seq LIMIT 1
    ) AS asked
  ) AS answers
)`;
