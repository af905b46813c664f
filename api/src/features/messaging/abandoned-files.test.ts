import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { files } from '../../schema/index.ts';
import { deleteAbandonedUploads } from '../files/incoming/upload-batch.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { buildForm } from '../../testing/uploads.ts';
import { getMessage, createConversation, send } from '../../testing/chat.ts';
import { INCOMING_MESSAGES } from './send-routes.ts';
import type { ReceivedFile } from '../files/index.ts';
import { messageFormFeature } from '../../testing/message-form-routes.ts';
import { openConversationBetween } from '../../testing/pair.ts';

const HOUR = 3_600_000;

const test = setUpTestApp({ features: [messageFormFeature] });
afterEach(() => jest.restoreAllMocks());

const isStored = async (key: string | undefined) => {
  const content = await test.ports.files.read(key ?? '');
  content?.destroy();
  return content !== undefined;
};

/** Uploads files whose message is never stored, like a killed server. */
async function uploadAbandoned(): Promise<ReceivedFile[]> {
  const [one, other] = [await test.signedIn('seeker'), await test.signedIn('solver')];
  const parts = [
    { field: 'conversationId', text: await openConversationBetween(test.db, one, other) },
    { field: 'clientId', text: '01a1fc95-ef6f-7d45-9534-3c29a6ff569d' },
    { field: 'files', name: 'a.txt', content: Buffer.from('a') },
    { field: 'files', name: 'b.txt', content: Buffer.from('b') },
  ];
  const { body } = await test.request('POST', '/api/test/keep', { as: one, ...(await buildForm(parts)) });
  return body['files'] as ReceivedFile[];
}

const listNames = (folder: string) => readdir(folder).catch((): string[] => []);

const advanceTime = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

describe('files of messages that were never stored', () => {
  it('are removed by the hourly cleanup after two hours', async () => {
    const [one, other] = await uploadAbandoned();
    advanceTime(2 * HOUR - 60_000);
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect([await isStored(one?.storageKey), await isStored(other?.storageKey)]).toEqual([true, true]);
    advanceTime(2 * 60_000);
    await test.runJobs();
    expect([await isStored(one?.storageKey), await isStored(other?.storageKey)]).toEqual([false, false]);
    expect(await test.ports.files.list('incoming')).toEqual([]);
  });

  it('are removed if their server was killed during the upload', async () => {
    const { files: store } = test.ports;
    const folder = join(store.place, INCOMING_MESSAGES.folder);
    const upload = new PassThrough();
    const result = store.put(`${INCOMING_MESSAGES.folder}/killed/0`, upload).catch(() => 'removed');
    upload.write('half of it');
    while (!(await listNames(folder)).includes('killed')) await setImmediate();
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect(await listNames(folder)).toContain('killed');
    advanceTime(3 * HOUR);
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect(await listNames(folder)).not.toContain('killed');
    upload.end();
    expect(await result).toBe('removed');
  });

  it('do not include files of stored messages', async () => {
    const { seeker, id } = await createConversation(test);
    const file = { field: 'files', name: 'a.txt', content: Buffer.from('kept') };
    const message = getMessage(await send(test, seeker, { conversationId: id, files: [file] }));
    const [row] = await test.db
      .select({ key: files.storageKey })
      .from(files)
      .where(eq(files.id, message.files[0]?._id ?? ''));
    advanceTime(3 * HOUR);
    await deleteAbandonedUploads(test.ports, INCOMING_MESSAGES);
    expect(await isStored(row?.key)).toBe(true);
    expect(await test.ports.files.list('incoming')).toEqual([]);
  });
});
