import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import { files } from './schema.ts';
import { participants } from '../messaging/schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { deleteAccount } from '../../testing/chat.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { getStoredFile, picture, removeUnusedUploads, upload } from '../../testing/uploads.ts';
import { sendFile } from '../../testing/message-file.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => test.close());

const MINUTES = 60_000;
const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';
const EXPIRED = 'This file link has expired. Open its page again to get a new one.';

/** As a browser asks: with neither the access header nor a session, unless one is given. */
const read = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });
const plain = (id: string) => `/api/files/${id}`;
const linkOf = async (id: string, as: TestCaller) => {
  const { status, body } = await test.request('GET', `/api/files/${id}/link`, { as });
  return status === 200 ? String(body['url']) : status;
};

/** Goes on to so many milliseconds from now. */
function wait(ms: number): void {
  const then = Date.now() + ms;
  jest.spyOn(Date, 'now').mockReturnValue(then);
}

describe('a file of a message (product 9.13, 11.15)', () => {
  it('is read by its link, which needs neither session nor access header', async () => {
    const { file } = await sendFile(test, 'secret plans', 'plans.html');
    const answer = await read(file.url);
    expect([answer.statusCode, answer.body]).toEqual([200, 'secret plans']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename=plans.html.txt',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=(59\d|600)$/),
      'accept-ranges': 'bytes',
    });
  });

  it('that is a picture is shown in place', async () => {
    const { file } = await sendFile(test, await picture('png', 30, 20), 'Zoë.png');
    expect(file).toMatchObject({ width: 30, height: 20, mimeType: 'image/png' });
    const { headers } = await read(file.url);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toBe(`inline; filename="Zo?.png"; filename*=UTF-8''Zo%C3%AB.png`);
  });

  it('is read by both who talk, with their sessions, and by nobody else', async () => {
    const { sender, receiver, file } = await sendFile(test, 'secret');
    const url = plain(file._id);
    for (const { headers } of [sender, receiver]) {
      const answer = await read(url, headers);
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, 'secret', 'private, no-cache']);
    }
    const strangers = [{}, (await test.signedIn('solver')).headers, { authorization: 'Bearer made-up' }];
    for (const headers of strangers) {
      const [answer, missing] = [await read(url, headers), await read(plain(MISSING), headers)];
      expect([answer.statusCode, answer.json()]).toEqual([404, missing.json()]);
      expect(answer.headers['etag']).toBeUndefined();
    }
  });

  it('is still read when its sender is gone, and no more by who was taken out of the conversation', async () => {
    const { sender, receiver, file } = await sendFile(test, 'kept');
    await deleteAccount(test, sender);
    expect((await read(plain(file._id), sender.headers)).statusCode).toBe(404);
    expect((await read(plain(file._id), receiver.headers)).body).toBe('kept');
    await test.db.delete(participants).where(eq(participants.userId, receiver.user.id));
    expect((await read(plain(file._id), receiver.headers)).statusCode).toBe(404);
    expect(await linkOf(file._id, receiver)).toBe(404);
  });

  it('is not swept away with unused uploads', async () => {
    const { receiver, file } = await sendFile(test, 'kept');
    const old = new Date(Date.now() - 72 * 60 * MINUTES);
    await test.db.update(files).set({ createdAt: old }).where(eq(files.id, file._id));
    await removeUnusedUploads(test);
    expect((await read(plain(file._id), receiver.headers)).body).toBe('kept');
  });
});

describe('a link to a file', () => {
  it('lives ten minutes, and is given anew to who takes part, and to nobody else', async () => {
    const { sender, receiver, file } = await sendFile(test, 'secret');
    wait(CHAT.linkMinutes * MINUTES - 11_000);
    expect((await read(file.url)).statusCode).toBe(200);
    wait(11_000);
    const answer = await read(file.url);
    expect([answer.statusCode, answer.json()]).toEqual([403, { status: false, code: 'forbidden', message: EXPIRED }]);
    for (const person of [sender, receiver]) expect((await read(String(await linkOf(file._id, person)))).body).toBe('secret');
    const stranger = await test.signedIn('seeker');
    expect(await linkOf(file._id, stranger)).toBe(404);
    expect(await linkOf(MISSING, stranger)).toBe(404);
    expect((await test.app.inject(`/api/files/${file._id}/link`)).statusCode).toBe(403);
  });

  it('is the same for a moment, so that a picture is fetched once', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Math.ceil(Date.now() / 10_000) * 10_000);
    const { sender, receiver, file } = await sendFile(test, 'secret');
    wait(9000);
    expect([await linkOf(file._id, sender), await linkOf(file._id, receiver)]).toEqual([file.url, file.url]);
    wait(1000);
    expect(await linkOf(file._id, sender)).not.toBe(file.url);
  });

  it('to a public file is its address', async () => {
    const person = await test.signedIn('seeker');
    const avatar = getStoredFile(await upload(test, person, [{ content: await picture('png') }]));
    expect(await linkOf(avatar._id, await test.signedIn('solver'))).toBe(avatar.url);
  });

  it.each<[what: string, tamper: (url: URL, other: URL) => void]>([
    ['a later end', (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + MINUTES))],
    ['an end that is none', (url) => url.searchParams.set('expires', '1e99')],
    ['no end', (url) => url.searchParams.delete('expires')],
    ['another signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
    ['an empty signature', (url) => url.searchParams.set('signature', '')],
    ['the signature twice', (url) => url.searchParams.append('signature', String(url.searchParams.get('signature')))],
    [
      'the signature of another file',
      (url, other) => url.searchParams.set('signature', String(other.searchParams.get('signature'))),
    ],
  ])('with %s opens nothing', async (_what, tamper) => {
    const [mine, foreign] = [await sendFile(test, 'secret'), await sendFile(test, 'other')];
    const url = new URL(mine.file.url, 'http://localhost');
    tamper(url, new URL(foreign.file.url, 'http://localhost'));
    const answer = await read(url.pathname + url.search);
    expect([403, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('secret');
    const missing = await read(plain(MISSING) + url.search);
    expect([missing.statusCode, missing.body]).toEqual([answer.statusCode, answer.body]);
  });
});
