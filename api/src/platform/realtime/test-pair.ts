import { openConversation } from '../conversations/open-conversation.ts';
import type { TestCaller } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/test-app.ts';

/** Two who have a conversation. */
export interface Talkers {
  seeker: TestCaller;
  solver: TestCaller;
  conversationId: string;
}

/** Lets these two have a conversation, from a profile. */
export async function letTalk(test: TestApp, one: TestCaller, other: TestCaller): Promise<string> {
  const meeting = { problemId: null, people: [one.user.id, other.user.id] as const };
  return (await test.db.transaction((tx) => openConversation(tx, meeting))).id;
}

/** A new seeker, a new solver, and their conversation. */
export async function twoWhoTalk(test: TestApp): Promise<Talkers> {
  const [seeker, solver] = [await test.signedIn('seeker'), await test.signedIn('solver')];
  return { seeker, solver, conversationId: await letTalk(test, seeker, solver) };
}
