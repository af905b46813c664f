import { eq } from 'drizzle-orm';
import { STORAGE } from '@solvent/contracts';
import { files, storedBytes } from '../files/schema.ts';
import { DeferredPictureMaker } from '../../testing/deferred-picture-maker.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestResponse } from '../../testing/test-app.ts';
import { picture } from '../../testing/uploads.ts';
import { createConversation, send } from '../../testing/chat.ts';

const photo = async () => [{ field: 'files', content: await picture('png') }];

describe('POST /api/chat/messages', () => {
  it('says when to try again where too many pictures of its sender wait; sent again, each message is there once', async () => {
    const pictures = new DeferredPictureMaker();
    const test = await createTestApp({ ports: { pictures } });
    const { seeker, id: conversationId } = await createConversation(test);
    const all = await Promise.all(
      Array.from({ length: 12 }, async () => ({ clientId: crypto.randomUUID(), files: await photo() })),
    );
    const sendOne = (message: (typeof all)[number]) => send(test, seeker, { conversationId, content: '', ...message });

    const answers: TestResponse[] = [];
    const under = all.map(async (message) => answers.push(await sendOne(message)));
    while (answers.length < 3) await new Promise(setImmediate);
    for (const refused of answers)
      expect(refused).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { code: 'unavailable', message: 'Many pictures are being sent just now. Please try again in a few seconds.' },
      });
    pictures.release();
    await Promise.all(under);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    for (const message of all) expect([200, 201]).toContain((await sendOne(message)).status);
    expect(await test.db.$count(files, eq(files.ownerId, seeker.user.id))).toBe(12);
    await test.close();
  });

  it('has room for texts where there is none for files', async () => {
    const test = await createTestApp();
    const { seeker, id: conversationId } = await createConversation(test);
    await test.db.insert(storedBytes).values({ userId: seeker.user.id, bytes: STORAGE.maxBytes });
    const message = 'All files of an account can take 5 GB';
    const { status, body } = await send(test, seeker, { conversationId, files: await photo() });
    expect([status, body['message']]).toEqual([413, expect.stringContaining(message)]);
    expect((await send(test, seeker, { conversationId })).status).toBe(201);
    await test.close();
  });
});
