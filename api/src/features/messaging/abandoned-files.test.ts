import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { files } from '../files/schema.ts';
import { deleteAbandonedUploads } from '../files/incoming/upload-batch.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildForm } from '../../testing/uploads.ts';
import { getMessage, createConversation, send } from '../../testing/chat.ts';
import { INCOMING_MESSAGES } from './message-form.ts';
import type { ReceivedFile } from '../files/service.ts';
import { conversationOf, messageFormFeature } from '../../testing/message-form-routes.ts';

const HOUR = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ features: [messageFormFeature] });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => test.close());

const isThere = async (key: string | undefined) => {
  const content = await test.ports.files.read(key ?? '');
  content?.destroy();
  return content !== undefined;
};

/** Files of a message that came in, and was stored by nobody: as a killed server leaves them. */
async function abandoned(): Promise<ReceivedFile[]> {
  const [one, other] = [await test.signedIn('seeker'), await test.signedIn('solver')];
  const parts = [
    { field: 'conversationId', text: await conversationOf(test.db, one, other) },
    { field: 'clientId', text: '01a1fc95-ef6f-7d45-9534-3c29a6ff569d' },
    { field: 'files', name: 'a.txt', content: Buffer.from('a') },
    { field: 'files', name: 'b.txt', content: Buffer.from('b') },
  ];
  const { body } = await test.request('POST', '/api/test/keep', { as: one, ...(await buildForm(parts)) });
  // What the intake gave.
  return body['files'] as ReceivedFile[];
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

const later = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

describe('files of messages that were never stored', () => {
  it('go after two hours with the hourly clean-up, and not while their message may still come', async () => {
    const [one, other] = await abandoned();
    later(2 * HOUR - 60_000);
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect([await isThere(one?.storageKey), await isThere(other?.storageKey)]).toEqual([true, true]);
    later(2 * 60_000);
    await test.runJobs();
    expect([await isThere(one?.storageKey), await isThere(other?.storageKey)]).toEqual([false, false]);
    expect(await test.ports.files.list('incoming')).toEqual([]);
  });

  it('go although their server was killed before they had come in', async () => {
    const { files: store } = test.ports;
    const folder = join(store.place, INCOMING_MESSAGES.folder);
    const coming = new PassThrough();
    const kept = store.put(`${INCOMING_MESSAGES.folder}/killed/0`, coming).catch(() => 'gone');
    coming.write('half of it');
    while (!(await namesIn(folder)).includes('killed')) await turn();
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect(await namesIn(folder)).toContain('killed');
    later(3 * HOUR);
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect(await namesIn(folder)).not.toContain('killed');
    coming.end();
    expect(await kept).toBe('gone');
  });

  it('are not those of a message that was', async () => {
    const { seeker, id } = await createConversation(test);
    const file = { field: 'files', name: 'a.txt', content: Buffer.from('kept') };
    const message = getMessage(await send(test, seeker, { conversationId: id, files: [file] }));
    const [row] = await test.db
      .select({ key: files.storageKey })
      .from(files)
      .where(eq(files.id, message.files[0]?._id ?? ''));
    later(3 * HOUR);
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect(await isThere(row?.key)).toBe(true);
    expect(await test.ports.files.list('incoming')).toEqual([]);
  });
});
