import { openConversation } from '../features/messaging/service.ts';
import { signedInUser } from './factories.ts';
import type { TestCaller } from './factories.ts';
import type { Db } from '../platform/db/connect.ts';

/** Two who have a conversation. */
export interface ConversationPair {
  seeker: TestCaller;
  solver: TestCaller;
  conversationId: string;
}

/** Lets these two have a conversation, from a profile. */
export async function openConversationBetween(db: Db, one: TestCaller, other: TestCaller): Promise<string> {
  const meeting = { problemId: null, people: [one.user.id, other.user.id] as const };
  return (await db.transaction((tx) => openConversation(tx, meeting))).id;
}

/** A new seeker, a new solver, and their conversation. */
export async function pairInConversation(db: Db): Promise<ConversationPair> {
  const [seeker, solver] = [await signedInUser(db, 'seeker'), await signedInUser(db, 'solver')];
  return { seeker, solver, conversationId: await openConversationBetween(db, seeker, solver) };
}
