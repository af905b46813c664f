import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { CHAT } from '@solvent/contracts';
import { newId } from '../../platform/db/new-id.ts';
import { openFolder } from '@solvent/object-store';
import type { TestCaller } from '../../testing/factories.ts';
import { temporaryFolder } from '../../testing/server-process.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { buildForm, movie, noise, phonePhotograph } from '../../testing/uploads.ts';
import type { FormPart } from '../../testing/uploads.ts';
import { messageFormFeature } from '../../testing/message-form-routes.ts';
import { openConversationBetween } from '../../testing/pair.ts';
import type { ReceivedFile } from '../files/index.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
let conversationId: string;
const test = setUpTestApp({ ports: { files: store }, features: [messageFormFeature] });
const caller = setUp(() => test.signedIn('seeker'));
beforeAll(async () => {
  conversationId = await openConversationBetween(test.db, caller, await test.signedIn('solver'));
});
afterAll(() => folder.remove());

const clientId = newId();
const text = (field: string, value: string): FormPart => ({ field, text: value });
const texts = (content = 'Look at these'): FormPart[] => [
  text('conversationId', conversationId),
  text('content', content),
  text('clientId', clientId),
];
const file = (content: Uint8Array | string, name = 'a.txt', field = 'files'): FormPart => ({
  field,
  name,
  // Browsers send this type if no file was selected.
  type: name === '' ? 'application/octet-stream' : 'text/html',
  content: Buffer.from(content),
});
const send = async (parts: FormPart[], { as = caller, url = '/api/test/keep' }: { as?: TestCaller; url?: string } = {}) =>
  test.request('POST', url, { as, ...(await buildForm(parts)) });

const getFiles = ({ body }: { body: Record<string, unknown> }) => body['files'] as ReceivedFile[];
const readStored = async (key: string) => {
  const content = await store.read(key);
  return content && buffer(content);
};
const listKeys = async () =>
  (await readdir(folder.path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the form of a message (product 5.9, 9.13)', () => {
  it('returns texts and files in order, whatever the order of the parts', async () => {
    const one = await send([...texts('  Look  '), file('one'), file('two', 'b.md', 'files[]'), text('role', 'admin')]);
    const other = await send([file('one'), ...texts('  Look  '), file('two', 'b.md')]);
    for (const response of [one, other]) {
      expect(response).toMatchObject({ status: 200, body: { fields: { conversationId, clientId, content: 'Look' } } });
      expect(getFiles(response)).toMatchObject([
        { name: 'a.txt', mimeType: 'text/plain', size: 3, width: null, height: null },
        { name: 'b.md', mimeType: 'text/markdown', sha256: createHash('sha256').update('two').digest('hex') },
      ]);
      const contents = await Promise.all(getFiles(response).map(({ storageKey }) => readStored(storageKey)));
      expect(contents.map(String)).toEqual(['one', 'two']);
    }
  });

  it('needs only files or text, also if the form has an empty file field', async () => {
    expect(getFiles(await send([...texts(''), file('one', '')]))).toMatchObject([{ name: 'attachment.txt' }]);
    for (const parts of [texts(), [...texts(), file('', '')]])
      expect(await send(parts)).toMatchObject({ status: 200, body: { files: [] } });
  });

  it('rotates photos, removes their metadata, and gives equal ones the same hash', async () => {
    const sent = [...texts(), file(await phonePhotograph(), 'me.exe')];
    const [[first], [second]] = [getFiles(await send(sent)), getFiles(await send(sent))];
    expect(first).toMatchObject({ name: 'me.jpg', mimeType: 'image/jpeg', width: 60, height: 90, sha256: second?.sha256 });
    expect(first?.storageKey).not.toBe(second?.storageKey);
    const content = await readStored(first?.storageKey ?? '');
    expect(content?.length).toBe(first?.size);
    expect(content?.includes('SecretCamera')).toBe(false);
    expect(await sharp(content).metadata()).toMatchObject({ width: 60, height: 90 });
  });

  it('stores the size of an animated picture', async () => {
    expect(getFiles(await send([...texts(), file(await movie(2, 20))]))).toMatchObject([
      { mimeType: 'image/gif', width: 20, height: 20 },
    ]);
  });

  it('accepts ten files, and files of the maximum size', async () => {
    const parts = Array.from({ length: CHAT.filesMax }, (_, index) => file(`${index}`));
    expect(getFiles(await send([...texts(), ...parts]))).toHaveLength(CHAT.filesMax);
    const [large] = getFiles(await send([...texts(), file('é'.repeat(CHAT.fileMaxBytes / 2))]));
    expect(large?.size).toBe(CHAT.fileMaxBytes);
  });
});

describe('a rejected message leaves no files', () => {
  let before: string[];
  beforeEach(async () => {
    before = await listKeys();
  });
  afterEach(async () => {
    const remaining = (await listKeys()).filter((key) => !before.includes(key));
    if (remaining.length > 0) throw new Error(`A rejected message left files: ${remaining.join(', ')}`);
  });

  const tooLarge = () => [file('x'), file('x'.repeat(CHAT.fileMaxBytes + 1), 'big.log')];
  const program = () => [file('x'), file(Buffer.from('7f454c46020100', 'hex'), 'tool')];
  const half = async () => [file((await noise('png', 300)).subarray(0, 90_000), 'half.png')];

  it.each<[what: string, parts: () => FormPart[] | Promise<FormPart[]>, status: number, message: string]>([
    ['the eleventh file', () => Array.from({ length: 11 }, () => file('x')), 422, 'A message can have at most 10 files'],
    ['an empty file', () => [file('x'), file('', 'no|words.txt')], 422, '“nowords.txt” is empty'],
    ['a part with an unknown name', () => [file('x'), file('y', 'y.txt', 'file')], 422, 'Send files in parts named "files"'],
    ['a file that is too large', tooLarge, 413, '“big.log” is too large. The maximum file size is 10 MB.'],
    ['a program', program, 415, '“tool”: This kind of file is not taken.'],
    ['half a picture', half, 422, '“half.png”: This picture is damaged and cannot be read'],
  ])('%s', async (_what, parts, status, message) => {
    const files = expect.stringContaining(message);
    const response = await send([...texts(), ...(await parts())]);
    expect(response).toMatchObject({ status, body: { status: false, message: files, errors: { files } } });
  });

  it('without a conversation, or with a text that is too long', async () => {
    const nowhere = await send([file('x'), text('clientId', clientId)]);
    expect(nowhere).toMatchObject({ status: 422, body: { errors: { conversationId: 'Conversation not found' } } });
    const content = 'A message cannot exceed 10,000 characters';
    const long = await send([file('x'), ...texts('x'.repeat(200_000))]);
    expect(long).toMatchObject({ status: 422, body: { errors: { content } } });
  });

  it('in other people’s conversations, before anything is stored', async () => {
    const outsider = await test.signedIn('solver');
    const put = jest.spyOn(store, 'put');
    expect(await send([...texts(), file('x')], { as: outsider })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  it('that is interrupted: 400', async () => {
    const { headers, payload } = await buildForm([...texts(), file('one'), file('x'.repeat(100_000))]);
    const cut = { as: caller, headers, payload: payload.subarray(0, -50_000) };
    const message = 'The upload was interrupted. Please send the message again.';
    expect(await test.request('POST', '/api/test/keep', cut)).toMatchObject({ status: 400, body: { message } });
  });

  it('that cannot be stored: 500', async () => {
    const put = jest.spyOn(store, 'put').mockRejectedValueOnce(Object.assign(new Error('No space left'), { code: 'ENOSPC' }));
    expect((await send([...texts(), file('x')])).status).toBe(500);
    put.mockRestore();
  });

  it('that is discarded', async () => {
    expect((await send([...texts(), file('x'), file('y')], { url: '/api/test/discard' })).status).toBe(200);
  });
});
