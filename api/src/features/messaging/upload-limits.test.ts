import { eq } from 'drizzle-orm';
import { STORAGE } from '@solvent/contracts';
import { files, storedBytes } from '../../schema/index.ts';
import { DeferredPictureMaker } from '../../testing/deferred-picture-maker.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestResponse } from '../../testing/test-app.ts';
import { picture } from '../../testing/uploads.ts';
import { createConversation, send } from '../../testing/chat.ts';

const photo = async () => [{ field: 'files', content: await picture('png') }];

describe('POST /api/chat/messages', () => {
  it('rejects pictures with Retry-After while too many of the sender are pending, and stores each retried message once', async () => {
    const pictures = new DeferredPictureMaker();
    const test = await createTestApp({ ports: { pictures } });
    const { seeker, id: conversationId } = await createConversation(test);
    const all = await Promise.all(
      Array.from({ length: 12 }, async () => ({ clientId: crypto.randomUUID(), files: await photo() })),
    );
    const sendOne = (message: (typeof all)[number]) => send(test, seeker, { conversationId, content: '', ...message });

    const responses: TestResponse[] = [];
    const pending = all.map(async (message) => responses.push(await sendOne(message)));
    while (responses.length < 3) await new Promise(setImmediate);
    for (const rejected of responses)
      expect(rejected).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { code: 'unavailable', message: 'Many pictures are being sent just now. Please try again in a few seconds.' },
      });
    pictures.release();
    await Promise.all(pending);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(9);
    for (const message of all) expect([200, 201]).toContain((await sendOne(message)).status);
    expect(await test.db.$count(files, eq(files.ownerId, seeker.user.id))).toBe(12);
    await test.close();
  });

  it('accepts text when the quota for files is used up', async () => {
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
