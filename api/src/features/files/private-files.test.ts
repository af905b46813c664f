import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import { files, participants } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { deleteAccount } from '../../testing/chat.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getStoredFile, picture, removeUnusedUploads, upload } from '../../testing/uploads.ts';
import { sendFile } from '../../testing/message-file.ts';

const test = setUpTestApp();
afterEach(() => jest.restoreAllMocks());

const MINUTES = 60_000;
const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';
const EXPIRED = 'This file link has expired. Open its page again to get a new one.';

/** Sends neither the access header nor a session by default, like a browser. */
const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });
const getPlainUrl = (id: string) => `/api/files/${id}`;
const getLink = async (id: string, as: TestCaller) => {
  const { status, body } = await test.request('GET', `/api/files/${id}/link`, { as });
  return status === 200 ? String(body['url']) : status;
};

function advanceTime(ms: number): void {
  const then = Date.now() + ms;
  jest.spyOn(Date, 'now').mockReturnValue(then);
}

describe('a file of a message (product 9.13, 11.15)', () => {
  it('is readable by its link, without a session or the access header', async () => {
    const { file } = await sendFile(test, 'secret plans', 'plans.html');
    const response = await get(file.url);
    expect([response.statusCode, response.body]).toEqual([200, 'secret plans']);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename=plans.html.txt',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=(59\d|600)$/),
      'accept-ranges': 'bytes',
    });
  });

  it('is shown inline if it is a picture', async () => {
    const { file } = await sendFile(test, await picture('png', 30, 20), 'Zoë.png');
    expect(file).toMatchObject({ width: 30, height: 20, mimeType: 'image/png' });
    const { headers } = await get(file.url);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toBe(`inline; filename="Zo?.png"; filename*=UTF-8''Zo%C3%AB.png`);
  });

  it('is readable by both participants with their sessions, and by no other user', async () => {
    const { sender, receiver, file } = await sendFile(test, 'secret');
    const url = getPlainUrl(file._id);
    for (const { headers } of [sender, receiver]) {
      const response = await get(url, headers);
      expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([
        200,
        'secret',
        'private, no-cache',
      ]);
    }
    const unauthorized = [{}, (await test.signedIn('solver')).headers, { authorization: 'Bearer made-up' }];
    for (const headers of unauthorized) {
      const [response, missing] = [await get(url, headers), await get(getPlainUrl(MISSING), headers)];
      expect([response.statusCode, response.json()]).toEqual([404, missing.json()]);
      expect(response.headers['etag']).toBeUndefined();
    }
  });

  it('stays readable when its sender is deleted, but not for a removed participant', async () => {
    const { sender, receiver, file } = await sendFile(test, 'kept');
    await deleteAccount(test, sender);
    expect((await get(getPlainUrl(file._id), sender.headers)).statusCode).toBe(404);
    expect((await get(getPlainUrl(file._id), receiver.headers)).body).toBe('kept');
    await test.db.delete(participants).where(eq(participants.userId, receiver.user.id));
    expect((await get(getPlainUrl(file._id), receiver.headers)).statusCode).toBe(404);
    expect(await getLink(file._id, receiver)).toBe(404);
  });

  it('is not deleted with unused uploads', async () => {
    const { receiver, file } = await sendFile(test, 'kept');
    const old = new Date(Date.now() - 72 * 60 * MINUTES);
    await test.db.update(files).set({ createdAt: old }).where(eq(files.id, file._id));
    await removeUnusedUploads(test);
    expect((await get(getPlainUrl(file._id), receiver.headers)).body).toBe('kept');
  });
});

describe('a link to a file', () => {
  it('expires after ten minutes; only participants get a new one', async () => {
    const { sender, receiver, file } = await sendFile(test, 'secret');
    advanceTime(CHAT.linkMinutes * MINUTES - 11_000);
    expect((await get(file.url)).statusCode).toBe(200);
    advanceTime(11_000);
    const response = await get(file.url);
    expect([response.statusCode, response.json()]).toEqual([403, { status: false, code: 'forbidden', message: EXPIRED }]);
    for (const person of [sender, receiver]) expect((await get(String(await getLink(file._id, person)))).body).toBe('secret');
    const otherUser = await test.signedIn('seeker');
    expect(await getLink(file._id, otherUser)).toBe(404);
    expect(await getLink(MISSING, otherUser)).toBe(404);
    expect((await test.app.inject(`/api/files/${file._id}/link`)).statusCode).toBe(403);
  });

  it('stays the same for ten seconds, so that a picture is fetched once', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Math.ceil(Date.now() / 10_000) * 10_000);
    const { sender, receiver, file } = await sendFile(test, 'secret');
    advanceTime(9000);
    expect([await getLink(file._id, sender), await getLink(file._id, receiver)]).toEqual([file.url, file.url]);
    advanceTime(1000);
    expect(await getLink(file._id, sender)).not.toBe(file.url);
  });

  it('is the plain URL for a public file', async () => {
    const person = await test.signedIn('seeker');
    const avatar = getStoredFile(await upload(test, person, [{ content: await picture('png') }]));
    expect(await getLink(avatar._id, await test.signedIn('solver'))).toBe(avatar.url);
  });

  it.each<[what: string, tamper: (url: URL, other: URL) => void]>([
    ['a later expiry', (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + MINUTES))],
    ['an invalid expiry', (url) => url.searchParams.set('expires', '1e99')],
    ['no expiry', (url) => url.searchParams.delete('expires')],
    ['another signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
    ['an empty signature', (url) => url.searchParams.set('signature', '')],
    ['the signature twice', (url) => url.searchParams.append('signature', String(url.searchParams.get('signature')))],
    [
      'the signature of another file',
      (url, other) => url.searchParams.set('signature', String(other.searchParams.get('signature'))),
    ],
  ])('is rejected with %s', async (_what, tamper) => {
    const [mine, foreign] = [await sendFile(test, 'secret'), await sendFile(test, 'other')];
    const url = new URL(mine.file.url, 'http://localhost');
    tamper(url, new URL(foreign.file.url, 'http://localhost'));
    const response = await get(url.pathname + url.search);
    expect([403, 404]).toContain(response.statusCode);
    expect(response.body).not.toContain('secret');
    const missing = await get(getPlainUrl(MISSING) + url.search);
    expect([missing.statusCode, missing.body]).toEqual([response.statusCode, response.body]);
  });
});
