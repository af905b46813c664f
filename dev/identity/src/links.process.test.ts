import { request } from 'node:http';
import { jest } from '@jest/globals';
import type { EmailLink } from '../../../api/src/platform/identity/email-link.ts';
import { serveEmulator } from './serve-emulator.ts';
import type { Emulator } from './serve-emulator.ts';

const HOURS = 60 * 60 * 1000;
let emulator: Emulator;
beforeAll(async () => {
  emulator = await serveEmulator('demo-solvent', 0);
}, 300_000);
afterAll(() => emulator.stop());
afterEach(() => void jest.restoreAllMocks());

const address = (path: string) => `http://127.0.0.1:${emulator.port}${path}`;

async function call(method: string, body: object): Promise<{ status: number; message: string | undefined }> {
  const answer = await fetch(address(`/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo-key`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // The assertions check this type.
  const { error } = (await answer.json()) as { error?: { message: string } };
  return { status: answer.status, message: error?.message };
}

async function sendLink(email: string, page = '/finishSignUp'): Promise<EmailLink & { oobCode: string }> {
  const continueUrl = `http://localhost:3000${page}`;
  const sent = await call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl, canHandleCodeInApp: true });
  expect(sent.status).toBe(200);
  // Each test checks this type.
  const { links } = (await (await fetch(address('/solvent/links'))).json()) as { links: [EmailLink] };
  return { ...links[0], oobCode: new URL(links[0].link).searchParams.get('oobCode') ?? '' };
}

const expire = (body: string) => fetch(address('/solvent/links/expire'), { method: 'POST', body });

describe('the links of the identity emulator', () => {
  it.each([
    ['/finishSignUp', 'Confirm your email address for Solvent', /confirm this address/],
    ['/reset-password', 'Choose a new password for Solvent', /choose a new password/],
  ])('are mailed by what the page %s is for', async (page, subject, text) => {
    const link = await sendLink('ada@example.com', page);
    expect(link).toMatchObject({ to: 'ada@example.com', subject, text: expect.stringMatching(text) });
    const opened = await fetch(link.link, { redirect: 'manual' });
    expect(new URL(opened.headers.get('location') ?? '').pathname).toBe(page);
  });

  it('can be checked without being used, and used once', async () => {
    const { oobCode } = await sendLink('once@example.com');
    expect(await call('resetPassword', { oobCode })).toMatchObject({ status: 200 });
    expect(await call('signInWithEmailLink', { email: 'once@example.com', oobCode })).toMatchObject({ status: 200 });
    expect(await call('signInWithEmailLink', { email: 'once@example.com', oobCode })).toEqual({
      status: 400,
      message: 'INVALID_OOB_CODE',
    });
    expect(await call('resetPassword', { oobCode })).toEqual({ status: 400, message: 'INVALID_OOB_CODE' });
  });

  it('work for six hours, and not longer', async () => {
    const { oobCode } = await sendLink('late@example.com');
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 6 * HOURS - 60_000);
    expect(await call('resetPassword', { oobCode })).toMatchObject({ status: 200 });
    clock.mockReturnValue(now + 6 * HOURS);
    expect(await call('resetPassword', { oobCode })).toEqual({ status: 400, message: 'EXPIRED_OOB_CODE' });
    expect(await call('signInWithEmailLink', { email: 'late@example.com', oobCode })).toEqual({
      status: 400,
      message: 'EXPIRED_OOB_CODE',
    });
  });

  it('can be made too old by hand, one at a time', async () => {
    const { oobCode: old } = await sendLink('old@example.com');
    const { oobCode: fresh } = await sendLink('old@example.com');
    const answer = await expire(JSON.stringify({ oobCode: old }));
    expect([answer.status, await answer.json()]).toEqual([200, { oobCode: old }]);
    expect(await call('signInWithEmailLink', { email: 'old@example.com', oobCode: old })).toEqual({
      status: 400,
      message: 'EXPIRED_OOB_CODE',
    });
    expect(await call('signInWithEmailLink', { email: 'old@example.com', oobCode: fresh })).toMatchObject({ status: 200 });
  });

  it.each([
    ['no body', '', 400, 'Send {"oobCode": "…"}: the code of a link.'],
    ['a code that is no text', '{"oobCode":1}', 400, 'Send {"oobCode": "…"}: the code of a link.'],
    ['a code that was never sent', '{"oobCode":"x"}', 404, 'There is no link with this code.'],
  ])('are not expired for %s', async (_name, body, status, message) => {
    const answer = await expire(body);
    expect([answer.status, await answer.json()]).toEqual([status, { message }]);
  });
});

describe('the identity emulator and other sites', () => {
  /** Sends a request with the headers that a browser sets itself. */
  const send = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number | undefined; allows: string | undefined; body: string }>((resolve, reject) => {
      const outgoing = request(address(path), { method, headers }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, allows: answer.headers['access-control-allow-origin'], body }),
        );
      });
      outgoing.on('error', reject).end(method === 'POST' ? '{"oobCode":"x"}' : undefined);
    });
  const OOB_CODES = '/emulator/v1/projects/demo-solvent/oobCodes';

  it('let the pages of the product in', async () => {
    await sendLink('seen@example.com');
    const { status, allows, body } = await send(OOB_CODES, { origin: 'http://localhost:3000', authorization: 'Bearer owner' });
    expect({ status, allows }).toEqual({ status: 200, allows: 'http://localhost:3000' });
    expect(body).toContain('seen@example.com');
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin to name', { origin: 'null' }],
    ['a name that points here (DNS rebinding)', { host: 'evil.example:9099' }],
    ['a name that a proxy calls localhost', { host: 'evil.example:9099', 'x-forwarded-host': 'localhost:9099' }],
  ])('tell nothing to %s, and do nothing for it', async (_what, headers) => {
    await sendLink('secret@example.com');
    for (const path of ['/solvent/links', OOB_CODES]) {
      const { status, allows, body } = await send(path, { authorization: 'Bearer owner', ...headers });
      expect({ status, allows }).toEqual({ status: 403, allows: undefined });
      expect(body).toContain('answers only to the machine that it runs on: open it there');
      expect(body).not.toContain('secret@example.com');
    }
    expect((await send('/solvent/links/expire', { 'content-type': 'text/plain', ...headers }, 'POST')).status).toBe(403);
    const accounts = '/emulator/v1/projects/demo-solvent/accounts';
    expect((await send(accounts, { authorization: 'Bearer owner', ...headers }, 'DELETE')).status).toBe(403);
  });
});
