import { openConversation } from '../features/messaging/service.ts';
import { signedInUser } from './factories.ts';
import type { TestCaller } from './factories.ts';
import type { Db } from '../platform/db/connect.ts';

interface ConversationPair {
  seeker: TestCaller;
  solver: TestCaller;
  conversationId: string;
}

export async function openConversationBetween(
  db: Db,
  one: TestCaller,
  other: TestCaller,
  problemId: string | null = null,
): Promise<string> {
  const conversation = { problemId, people: [one.user.id, other.user.id] as const };
  return (await db.transaction((tx) => openConversation(tx, conversation))).id;
}

export async function pairInConversation(db: Db): Promise<ConversationPair> {
  const [seeker, solver] = [await signedInUser(db, 'seeker'), await signedInUser(db, 'solver')];
  return { seeker, solver, conversationId: await openConversationBetween(db, seeker, solver) };
}
