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
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildForm, movie, noise, phonePhotograph } from '../../testing/uploads.ts';
import type { FormPart } from '../../testing/uploads.ts';
import { conversationOf, messageFormFeature } from '../../testing/message-form-routes.ts';
import type { ReceivedFile } from '../files/service.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
let test: TestApp;
let caller: TestCaller;
let conversationId: string;
beforeAll(async () => {
  test = await createTestApp({ ports: { files: store }, features: [messageFormFeature] });
  caller = await test.signedIn('seeker');
  conversationId = await conversationOf(test.db, caller, await test.signedIn('solver'));
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

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
  // As browsers send the part in which no file was chosen.
  type: name === '' ? 'application/octet-stream' : 'text/html',
  content: Buffer.from(content),
});
const send = async (parts: FormPart[], { as = caller, url = '/api/test/keep' }: { as?: TestCaller; url?: string } = {}) =>
  test.request('POST', url, { as, ...(await buildForm(parts)) });

/** The files of an answer: what the intake gave. */
const filesOf = ({ body }: { body: Record<string, unknown> }) => body['files'] as ReceivedFile[];
const stored = async (key: string) => {
  const content = await store.read(key);
  return content && buffer(content);
};
const keys = async () =>
  (await readdir(folder.path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('what comes with a message (product 5.9, 9.13)', () => {
  it('gives texts and files in order, whatever the order of the parts', async () => {
    const one = await send([...texts('  Look  '), file('one'), file('two', 'b.md', 'files[]'), text('role', 'admin')]);
    const other = await send([file('one'), ...texts('  Look  '), file('two', 'b.md')]);
    for (const answer of [one, other]) {
      expect(answer).toMatchObject({ status: 200, body: { fields: { conversationId, clientId, content: 'Look' } } });
      expect(filesOf(answer)).toMatchObject([
        { name: 'a.txt', mimeType: 'text/plain', size: 3, width: null, height: null },
        { name: 'b.md', mimeType: 'text/markdown', sha256: createHash('sha256').update('two').digest('hex') },
      ]);
      const contents = await Promise.all(filesOf(answer).map(({ storageKey }) => stored(storageKey)));
      expect(contents.map(String)).toEqual(['one', 'two']);
    }
  });

  it('needs no text where there are files, and no files where there is text, as in a form in which no file was chosen', async () => {
    expect(filesOf(await send([...texts(''), file('one', '')]))).toMatchObject([{ name: 'attachment.txt' }]);
    for (const parts of [texts(), [...texts(), file('', '')]])
      expect(await send(parts)).toMatchObject({ status: 200, body: { files: [] } });
  });

  it('turns photographs upright, drops where and with what they were taken, and calls the same one the same', async () => {
    const sent = [...texts(), file(await phonePhotograph(), 'me.exe')];
    const [[about], [again]] = [filesOf(await send(sent)), filesOf(await send(sent))];
    expect(about).toMatchObject({ name: 'me.jpg', mimeType: 'image/jpeg', width: 60, height: 90, sha256: again?.sha256 });
    expect(about?.storageKey).not.toBe(again?.storageKey);
    const content = await stored(about?.storageKey ?? '');
    expect(content?.length).toBe(about?.size);
    expect(content?.includes('SecretCamera')).toBe(false);
    expect(await sharp(content).metadata()).toMatchObject({ width: 60, height: 90 });
  });

  it('says of a moving picture what is seen of it', async () => {
    expect(filesOf(await send([...texts(), file(await movie(2, 20))]))).toMatchObject([
      { mimeType: 'image/gif', width: 20, height: 20 },
    ]);
  });

  it('takes ten files, and each of the largest size', async () => {
    const parts = Array.from({ length: CHAT.filesMax }, (_, place) => file(`${place}`));
    expect(filesOf(await send([...texts(), ...parts]))).toHaveLength(CHAT.filesMax);
    const [large] = filesOf(await send([...texts(), file('é'.repeat(CHAT.fileMaxBytes / 2))]));
    expect(large?.size).toBe(CHAT.fileMaxBytes);
  });
});

describe('of a refused message nothing stays', () => {
  let before: string[];
  beforeEach(async () => {
    before = await keys();
  });
  afterEach(async () => {
    const left = (await keys()).filter((key) => !before.includes(key));
    if (left.length > 0) throw new Error(`A refused message left something: ${left.join(', ')}`);
  });

  const tooLarge = () => [file('x'), file('x'.repeat(CHAT.fileMaxBytes + 1), 'big.log')];
  const program = () => [file('x'), file(Buffer.from('7f454c46020100', 'hex'), 'tool')];
  const half = async () => [file((await noise('png', 300)).subarray(0, 90_000), 'half.png')];

  it.each<[what: string, parts: () => FormPart[] | Promise<FormPart[]>, status: number, said: string]>([
    ['the eleventh file', () => Array.from({ length: 11 }, () => file('x')), 422, 'A message can have at most 10 files'],
    ['an empty file', () => [file('x'), file('', 'no|words.txt')], 422, '“nowords.txt” is empty'],
    ['a part of another name', () => [file('x'), file('y', 'y.txt', 'file')], 422, 'Send files in parts called "files"'],
    ['a file too large', tooLarge, 413, '“big.log” is too large: a file can have at most 10 MB.'],
    ['a program', program, 415, '“tool”: This kind of file is not taken.'],
    ['half a picture', half, 422, '“half.png”: This picture is damaged and cannot be read'],
  ])('%s', async (_what, parts, status, said) => {
    const files = expect.stringContaining(said);
    const answer = await send([...texts(), ...(await parts())]);
    expect(answer).toMatchObject({ status, body: { status: false, message: files, errors: { files } } });
  });

  it('one without a conversation, and one whose text is too long to be read', async () => {
    const nowhere = await send([file('x'), text('clientId', clientId)]);
    expect(nowhere).toMatchObject({ status: 422, body: { errors: { conversationId: 'Conversation not found' } } });
    const content = 'A message cannot exceed 10,000 characters';
    const long = await send([file('x'), ...texts('x'.repeat(200_000))]);
    expect(long).toMatchObject({ status: 422, body: { errors: { content } } });
  });

  it('one for a conversation of others, of which nothing is stored in the first place', async () => {
    const stranger = await test.signedIn('solver');
    const put = jest.spyOn(store, 'put');
    expect(await send([...texts(), file('x')], { as: stranger })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  it('one that ends in the middle: 400', async () => {
    const { headers, payload } = await buildForm([...texts(), file('one'), file('x'.repeat(100_000))]);
    const cut = { as: caller, headers, payload: payload.subarray(0, -50_000) };
    const message = 'The message did not arrive whole. Please send it again.';
    expect(await test.request('POST', '/api/test/keep', cut)).toMatchObject({ status: 400, body: { message } });
  });

  it('one whose store fails: 500, to be tried again', async () => {
    const put = jest.spyOn(store, 'put').mockRejectedValueOnce(Object.assign(new Error('No space left'), { code: 'ENOSPC' }));
    expect((await send([...texts(), file('x')])).status).toBe(500);
    put.mockRestore();
  });

  it('one that was stored already, once it is discarded', async () => {
    expect((await send([...texts(), file('x'), file('y')], { url: '/api/test/discard' })).status).toBe(200);
  });
});
