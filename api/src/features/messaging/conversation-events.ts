import type { ConversationEventsResponse } from '@solvent/contracts';
import { conversationEventsResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { requireCaller, toIsoDates } from '../accounts/index.ts';
import { readOwnConversation } from './messages.ts';
import { bids } from '../../schema/index.ts';
import type { ConversationRow } from '../../schema/index.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { App } from '../../platform/http/app.ts';
import { idParams } from '../../platform/http/params.ts';

type Pair = Pick<ConversationRow, 'problemId' | 'firstId' | 'secondId'>;

/** Bounds the response: people can change the terms any number of times. */
const MAX_EVENTS = 200;

type EventRow = Omit<ConversationEventsResponse['events'][number], 'at' | 'dueAt'> & Record<'at' | 'dueAt', Date | string | null>;

/** Derives the latest events from the agreements of the two about the problem, and from its timeline; oldest first. */
async function readEvents(db: Db, { problemId, firstId, secondId }: Pair): Promise<EventRow[]> {
  const people = sql`(${firstId}::uuid, ${secondId}::uuid)`;
  const { rows } = await db.execute<EventRow & Record<string, unknown>>(sql`
    WITH agreement AS (
      SELECT * FROM agreements WHERE problem_id = ${problemId} AND seeker_id IN ${people} AND solver_id IN ${people}
    ), event (kind, person_id, at, amount, due_at) AS (
      SELECT 'accepted', seeker_id, accepted_at, NULL::int, NULL::timestamptz FROM agreement
      UNION ALL SELECT entry.event, entry.person_id, entry.at, NULL, NULL
        FROM agreement JOIN problem_events AS entry ON entry.problem_id = agreement.problem_id
          AND entry.event IN ('delivered', 'changes_requested')
          AND entry.at BETWEEN accepted_at AND coalesce(parted_at, solved_at, 'infinity')
      UNION ALL SELECT 'terms_changed', NULL, decided_at, change.amount, change.due_at
        FROM agreement JOIN agreement_changes AS change ON change.agreement_id = agreement.id
          AND change.kind = 'terms' AND change.status = 'agreed'
      UNION ALL SELECT 'solved', NULL, solved_at, NULL, NULL FROM agreement WHERE solved_at IS NOT NULL
      UNION ALL SELECT 'paid', seeker_id, paid_at, NULL, NULL FROM agreement WHERE paid_at IS NOT NULL
      UNION ALL SELECT 'received', solver_id, received_at, NULL, NULL FROM agreement WHERE received_at IS NOT NULL
      UNION ALL SELECT 'ended', parted_by, parted_at, NULL, NULL FROM agreement WHERE parted_at IS NOT NULL
      UNION ALL SELECT 'dispute_opened', opened_by, opened_at, NULL, NULL
        FROM agreement JOIN disputes ON agreement_id = agreement.id
      UNION ALL SELECT 'dispute_decided', NULL, decided_at, NULL, NULL
        FROM agreement JOIN disputes ON agreement_id = agreement.id AND decided_at IS NOT NULL
    ), latest AS (SELECT * FROM event ORDER BY at DESC, kind LIMIT ${MAX_EVENTS})
    SELECT kind, person_id AS "personId", at, amount, due_at AS "dueAt" FROM latest ORDER BY at, kind`);
  return rows;
}

/** Reads the latest bid of one of the two on the problem. */
async function readBid(db: Db, problemId: string, { firstId, secondId }: Pair) {
  const { id: _id, solverId, amount, estimatedDays, message, status, createdAt } = bids;
  const [bid] = await db
    .select({ _id, solverId, amount, estimatedDays, message, status, createdAt })
    .from(bids)
    .where(and(eq(bids.problemId, problemId), inArray(solverId, [firstId, secondId])))
    .orderBy(desc(createdAt), desc(_id))
    .limit(1);
  return bid === undefined ? null : toIsoDates(bid);
}

const toTime = (at: Date | string) => new Date(at).toISOString();

export function conversationEventsRoute(app: App, { db }: { db: Db }): void {
  const schema = { tags: ['chat'], params: idParams, response: { 200: conversationEventsResponse } };
  app.get('/chat/conversations/:id/events', { config: { access: 'signed-in' }, schema }, async (request) => {
    const { conversation } = await readOwnConversation(db, request.params.id, requireCaller(request).user.id);
    const { problemId } = conversation;
    if (problemId === null) return { bid: null, events: [] };
    const [bid, events] = [await readBid(db, problemId, conversation), await readEvents(db, conversation)];
    return {
      bid,
      events: events.map(({ at, dueAt, ...event }) => ({
        ...event,
        at: toTime(at ?? ''),
        dueAt: dueAt === null ? null : toTime(dueAt),
      })),
    };
  });
}
