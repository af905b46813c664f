import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/db/connect.ts';
import { conversations, participants } from './schema.ts';

/** Who is to talk, and about which problem: null for none. */
export interface Meeting {
  problemId: string | null;
  people: readonly [one: string, other: string];
}

/** The pair as the table keeps it, whoever of the two asks. */
function pairOf({ people: [one, other] }: Meeting) {
  const [firstId, secondId] = one < other ? [one, other] : [other, one];
  return { firstId, secondId };
}

/** The id of their conversation; undefined if there is none yet. */
export async function findMeeting(tx: Tx, meeting: Meeting): Promise<string | undefined> {
  const { firstId, secondId } = pairOf(meeting);
  const { problemId } = meeting;
  const about = problemId === null ? isNull(conversations.problemId) : eq(conversations.problemId, problemId);
  const [found] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(about, eq(conversations.firstId, firstId), eq(conversations.secondId, secondId)));
  return found?.id;
}

/**
 * Opens the conversation of two people, or finds it: of all who open it at once, one makes it. Whether they may is asked before.
 */
export async function openConversation(tx: Tx, meeting: Meeting): Promise<{ id: string; isNew: boolean }> {
  const now = new Date();
  const [made] = await tx
    .insert(conversations)
    .values({ problemId: meeting.problemId, ...pairOf(meeting), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (made !== undefined) {
    await tx.insert(participants).values(meeting.people.map((userId) => ({ conversationId: made.id, userId })));
    return { id: made.id, isNew: true };
  }
  const id = await findMeeting(tx, meeting);
  if (id === undefined) throw new Error('A conversation that is there was not found');
  return { id, isNew: false };
}
