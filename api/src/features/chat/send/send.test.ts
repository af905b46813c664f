import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { messages } from '../../../platform/db/schema/chat.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { messageOf, pair, send } from '../test-chat.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const rows = (id: string) => test.db.select().from(messages).where(eq(messages.conversationId, id)).orderBy(messages.seq);

describe('POST /api/chat/messages', () => {
  it('stores a message and answers it', async () => {
    const { seeker, id } = await pair(test);
    const clientId = randomUUID();
    const answer = await send(test, seeker, { conversationId: id, clientId, content: '  **Hello**  ' });
    expect(answer.status).toBe(201);
    expect(messageOf(answer)).toEqual({
      _id: expect.any(String),
      conversationId: id,
      seq: 1,
      clientId,
      sender: { _id: seeker.user.id, name: seeker.user.name, image: null },
      content: '**Hello**',
      files: [],
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      readBy: [],
    });
    expect(await rows(id)).toMatchObject([{ seq: 1, senderId: seeker.user.id, content: '**Hello**' }]);
  });
});
