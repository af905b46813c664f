import { readdir } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { AVATAR } from '@solvent/contracts';
import { files } from '../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { temporaryFolder } from '../../testing/server-process.ts';
import { buildForm, movie, noise, picture, upload } from '../../testing/uploads.ts';
import type { FormPart } from '../../testing/uploads.ts';

const folder = temporaryFolder();
const test = setUpTestApp({ ports: { files: openFolder(folder.path) } });
const caller = setUp(() => test.signedIn('seeker'));
afterAll(() => folder.remove());

/** Rows and stored files. */
const listStored = async () => {
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  return [...(await test.db.select().from(files)), ...entries.filter((entry) => entry.isFile()).map(({ name }) => name)];
};
afterEach(async () => {
  const stored = await listStored();
  if (stored.length > 0) throw new Error(`A rejected upload was stored: ${JSON.stringify(stored)}`);
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
const TOO_LARGE =
  'This picture is too large: it can have at most 20 million pixels, all of its frames together. Make it smaller.';
const TOO_MANY_FRAMES = 'This animation is too long: it can have at most 1,000 frames.';
const UNSUPPORTED = 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.';

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, sum]);
}

/** A PNG of a few kilobytes with 50,000 × 50,000 pixels. */
function bomb(): Buffer {
  const header = Buffer.from([0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50, 1, 0, 0, 0, 0]);
  const rows = deflateSync(Buffer.alloc(6251 * 400));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

describe('POST /api/file-upload rejects', () => {
  it.each<[what: string, content: () => Buffer | Promise<Buffer>]>([
    ['SVG', () => Buffer.from(SVG)],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a text named .png', () => Buffer.from('I am a picture, really.')],
    ['a TIFF', () => picture('tiff')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['the first bytes of a PNG', async () => (await picture('png')).subarray(0, 12)],
  ])('%s: 415', async (_what, content) => {
    expect(await upload(test, caller, [{ content: await content() }])).toMatchObject({
      status: 415,
      body: { status: false, code: 'unsupported_type', message: UNSUPPORTED },
    });
  });

  const DAMAGED = 'This picture is damaged and cannot be read';
  it.each([
    ['png', 422, DAMAGED],
    ['jpeg', 422, DAMAGED],
    ['webp', 415, UNSUPPORTED],
    ['gif', 415, UNSUPPORTED],
  ] as const)('half a %s: %d', async (format, status, message) => {
    const whole = await noise(format, 300);
    const content = whole.subarray(0, whole.length / 2);
    expect(await upload(test, caller, [{ content }])).toMatchObject({ status, body: { message } });
  });

  it.each<[what: string, query: string, message: string, make: () => Buffer | Promise<Buffer>]>([
    ['a few kilobytes with 2,500 million pixels', '', TOO_LARGE, bomb],
    ['a picture of more than 20 million pixels', '', TOO_LARGE, () => picture('png', 5000, 4001)],
    ['an attachment with as many', '?purpose=attachment', TOO_LARGE, () => picture('jpeg', 5000, 4001)],
    ['an animation with as many in all frames', '?purpose=attachment', TOO_LARGE, () => movie(21, 1000)],
    ['an animation of more than a thousand frames', '?purpose=attachment', TOO_MANY_FRAMES, () => movie(1001, 4)],
  ])('%s: 422', async (_what, query, message, make) => {
    const { status, body } = await upload(test, caller, [{ content: await make() }], query);
    expect([status, body['errors']]).toEqual([422, { file: message }]);
  });

  it('more than the maximum size: 413', async () => {
    const content = Buffer.concat([await picture('png'), Buffer.alloc(AVATAR.maxBytes)]);
    expect(await upload(test, caller, [{ content }])).toMatchObject({
      status: 413,
      body: { code: 'too_large', message: 'A picture can have at most 5 MB.' },
    });
  });

  const ONE_FILE = 'Send one picture, in a part called "file", and nothing else';
  const png = () => picture('png');

  it.each<[what: string, parts: () => Promise<FormPart[]>, message: string]>([
    ['no part at all', async () => [], 'Choose a picture to upload'],
    ['an empty file', async () => [{ content: Buffer.alloc(0) }], 'This file is empty'],
    ['two files', async () => [{ content: await png() }, { content: await png() }], ONE_FILE],
    ['a file under another name', async () => [{ field: 'avatar', content: await png() }], ONE_FILE],
    ['a text after the file', async () => [{ content: await png() }, { field: 'role', text: 'admin' }], ONE_FILE],
    ['a text before the file', async () => [{ field: 'role', text: 'admin' }, { content: await png() }], ONE_FILE],
    ['a text instead of the file', async () => [{ field: 'file', text: 'data:image/png;base64,xx' }], ONE_FILE],
    ['a part called __proto__', async () => [{ field: '__proto__', content: await png() }], ONE_FILE],
  ])('%s: 422', async (_what, parts, file) => {
    expect(await upload(test, caller, await parts())).toMatchObject({ status: 422, body: { code: 'invalid', errors: { file } } });
  });

  it.each([
    ['JSON', 'application/json', '{"file":"x"}'],
    ['the bytes alone', 'image/png', 'x'],
    ['nothing', undefined, undefined],
  ])('%s: 415', async (_what, type, payload) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const { status, body } = await test.request('POST', '/api/file-upload', { as: caller, headers, payload });
    expect([status, body['message']]).toEqual([415, 'Send the picture as multipart/form-data.']);
  });

  it('truncated bodies, and those without a boundary: 400', async () => {
    const { headers, payload } = await buildForm([{ content: await picture('png') }]);
    const send = (change: object) => test.request('POST', '/api/file-upload', { as: caller, headers, payload, ...change });
    const message = 'The upload of the picture was incomplete. Please send it again.';
    expect(await send({ payload: payload.subarray(0, 180) })).toMatchObject({
      status: 400,
      body: { code: 'malformed', message },
    });
    expect(await send({ headers: { 'content-type': 'multipart/form-data' } })).toMatchObject({ status: 400, body: { message } });
  });
});
