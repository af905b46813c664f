import { hashToken, newToken } from '../../../api/src/platform/secrets/secrets.ts';
import type { Db } from '../../../api/src/platform/db/connect.ts';
import { conversations, participants, sessions, users } from '../../../api/src/schema/index.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The conversation of two signed-in users. */
export interface Conversation {
  conversationId: string;
  tokens: [one: string, other: string];
}

/** Fills an empty database with `count` conversations between twice as many users. */
export async function addConversations(db: Db, count: number): Promise<Conversation[]> {
  const now = new Date();
  const numbers = Array.from({ length: count * 2 }, (_, number) => number);
  const people = await db
    .insert(users)
    .values(
      numbers.map((number) => ({
        name: `Person ${number}`,
        email: `person-${number}@example.com`,
        role: number % 2 === 0 ? ('seeker' as const) : ('solver' as const),
      })),
    )
    .returning({ id: users.id });
  const ids = people.map(({ id }) => id);
  const tokens = ids.map(() => newToken());
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + DAY_MS) };
  await db
    .insert(sessions)
    .values(ids.map((userId, index) => ({ userId, tokenHash: hashToken(tokens[index] ?? ''), userAgent: 'Bench', ...times })));
  const pairs = Array.from({ length: count }, (_, index) => [ids[index * 2] ?? '', ids[index * 2 + 1] ?? ''] as const);
  const made = await db
    .insert(conversations)
    .values(
      pairs.map(([one, other]) => {
        const [firstId, secondId] = one < other ? [one, other] : [other, one];
        return { firstId, secondId, createdAt: now, updatedAt: now };
      }),
    )
    .returning({ id: conversations.id });
  const both = (index: number) => pairs[index] ?? ['', ''];
  await db
    .insert(participants)
    .values(made.flatMap(({ id }, index) => both(index).map((userId) => ({ conversationId: id, userId }))));
  return made.map(({ id }, index) => ({
    conversationId: id,
    tokens: [tokens[index * 2] ?? '', tokens[index * 2 + 1] ?? ''],
  }));
}
