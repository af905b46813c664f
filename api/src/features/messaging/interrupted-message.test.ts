import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request as ask } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openFolder } from '@solvent/object-store';
import { messages } from './schema.ts';
import { temporaryFolder } from '../../testing/server-process.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { formOf } from '../../testing/uploads.ts';
import { pair } from '../../testing/chat.ts';
import type { Pair } from '../../testing/chat.ts';

const folder = temporaryFolder();
let test: TestApp;
let people: Pair;
beforeAll(async () => {
  test = await createTestApp({ ports: { files: openFolder(folder.path) } });
  people = await pair(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

/** What is stored of messages that are on their way. */
const marks = () => (existsSync(join(folder.path, 'incoming')) ? readdirSync(join(folder.path, 'incoming')) : []);
const contents = () =>
  existsSync(join(folder.path, 'messages'))
    ? readdirSync(join(folder.path, 'messages'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];

/** Asks again and again until it is so; the test's own time limit ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function form() {
  const file = (name: string) => ({ field: 'files', name, content: Buffer.alloc(2_000_000, 'x') });
  const texts = { conversationId: people.id, clientId: '01a1fc95-ef6f-7d45-9534-3c29a6ff569d' };
  return formOf([...Object.entries(texts).map(([field, text]) => ({ field, text })), file('a.txt'), file('b.txt')]);
}

function begin(headers: object, length: number): ClientRequest {
  // A TCP server's address is an object.
  const { port } = test.app.server.address() as AddressInfo;
  const own = { ...people.seeker.headers, 'x-app-key': test.config.appKey, 'content-length': length };
  const request = ask({ port, method: 'POST', path: '/api/chat/messages', headers: { ...headers, ...own } });
  return request.on('error', () => undefined);
}

describe('a message whose sender goes away', () => {
  it('in the middle leaves no bytes and no row', async () => {
    const { headers, payload } = await form();
    const request = begin(headers, payload.length);
    request.write(payload.subarray(0, 3_000_000));
    await until(() => contents().length === 2);
    request.destroy();
    await until(() => marks().length === 0);
    expect(contents()).toEqual([]);
    expect(await test.db.$count(messages)).toBe(0);
  });

  it('and one that is refused in the middle is read to its end, so that a browser hears why', async () => {
    const { headers, payload } = await formOf([
      { field: 'files', name: 'tool', content: Buffer.from('7f454c46020100', 'hex') },
      { field: 'files', name: 'b.txt', content: Buffer.alloc(8_000_000, 'x') },
    ]);
    const request = begin(headers, payload.length);
    const answered = once(request, 'response');
    request.end(payload);
    const [response] = await answered;
    expect(response.resume().statusCode).toBe(415);
    await until(() => marks().length === 0);
    expect(contents()).toEqual([]);
  });
});
