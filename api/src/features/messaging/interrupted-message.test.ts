import { messages } from '../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import { startPost, waitForStatus } from '../../testing/slow-posts.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { temporaryFolder } from '../../testing/server-process.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { listStoredFiles } from '../../testing/publishing.ts';
import { buildForm } from '../../testing/uploads.ts';
import type { FormPart } from '../../testing/uploads.ts';
import { createConversation } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';

const folder = temporaryFolder();
let chat: ConversationFixture;
const test = setUpTestApp({ ports: { files: openFolder(folder.path) } });
beforeAll(async () => {
  chat = await createConversation(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => folder.remove());

const listMarkers = () => listStoredFiles(`${folder.path}/incoming`);
const listContents = () => listStoredFiles(`${folder.path}/messages`);

async function startUpload(parts: FormPart[]) {
  const { headers, payload } = await buildForm(parts);
  const all = { ...headers, 'content-length': payload.length };
  return { payload, request: startPost(test, chat.seeker, '/api/chat/messages', all) };
}
const file = (name: string, content: Uint8Array) => ({ field: 'files', name, content });

describe('a message with files', () => {
  it('stores no bytes and no row if its sender disconnects', async () => {
    const texts = { conversationId: chat.id, clientId: '01a1fc95-ef6f-7d45-9534-3c29a6ff569d' };
    const content = Buffer.alloc(2_000_000, 'x');
    const { payload, request } = await startUpload([
      ...Object.entries(texts).map(([field, text]) => ({ field, text })),
      file('a.txt', content),
      file('b.txt', content),
    ]);
    request.write(payload.subarray(0, 3_000_000));
    await waitUntil(() => listContents().length === 2);
    request.destroy();
    await waitUntil(() => listMarkers().length === 0);
    expect(listContents()).toEqual([]);
    expect(await test.db.$count(messages)).toBe(0);
  });

  it('is read to the end if it is rejected, so that browsers receive the response', async () => {
    const program = file('tool', Buffer.from('7f454c46020100', 'hex'));
    const { payload, request } = await startUpload([program, file('b.txt', Buffer.alloc(8_000_000, 'x'))]);
    const status = waitForStatus(request);
    request.end(payload);
    expect(await status).toBe(415);
    await waitUntil(() => listMarkers().length === 0);
    expect(listContents()).toEqual([]);
  });
});
