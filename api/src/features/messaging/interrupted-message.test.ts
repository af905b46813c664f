import { messages } from './schema.ts';
import { openFolder } from '@solvent/object-store';
import { startPost, waitForStatus, waitUntil } from '../../testing/slow-posts.ts';
import { temporaryFolder } from '../../testing/server-process.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { listStoredFiles } from '../../testing/publishing.ts';
import { buildForm } from '../../testing/uploads.ts';
import type { FormPart } from '../../testing/uploads.ts';
import { createConversation } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';

const folder = temporaryFolder();
let test: TestApp;
let people: ConversationFixture;
beforeAll(async () => {
  test = await createTestApp({ ports: { files: openFolder(folder.path) } });
  people = await createConversation(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

const marks = () => listStoredFiles(`${folder.path}/incoming`);
const contents = () => listStoredFiles(`${folder.path}/messages`);

async function begin(parts: FormPart[]) {
  const { headers, payload } = await buildForm(parts);
  const about = { ...headers, 'content-length': payload.length };
  return { payload, request: startPost(test, people.seeker, '/api/chat/messages', about) };
}
const file = (name: string, content: Uint8Array) => ({ field: 'files', name, content });

describe('a message whose sender goes away', () => {
  it('in the middle leaves no bytes and no row', async () => {
    const texts = { conversationId: people.id, clientId: '01a1fc95-ef6f-7d45-9534-3c29a6ff569d' };
    const content = Buffer.alloc(2_000_000, 'x');
    const { payload, request } = await begin([
      ...Object.entries(texts).map(([field, text]) => ({ field, text })),
      file('a.txt', content),
      file('b.txt', content),
    ]);
    request.write(payload.subarray(0, 3_000_000));
    await waitUntil(() => contents().length === 2);
    request.destroy();
    await waitUntil(() => marks().length === 0);
    expect(contents()).toEqual([]);
    expect(await test.db.$count(messages)).toBe(0);
  });

  it('and one that is refused in the middle is read to its end, so that a browser hears why', async () => {
    const program = file('tool', Buffer.from('7f454c46020100', 'hex'));
    const { payload, request } = await begin([program, file('b.txt', Buffer.alloc(8_000_000, 'x'))]);
    const status = waitForStatus(request);
    request.end(payload);
    expect(await status).toBe(415);
    await waitUntil(() => marks().length === 0);
    expect(contents()).toEqual([]);
  });
});
