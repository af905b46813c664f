import { serveEmulator } from '../../../../dev/identity/src/serve-emulator.ts';
import type { Emulator } from '../../../../dev/identity/src/serve-emulator.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createLocalMail } from '../../platform/mail/mail.ts';

let emulator: Emulator;
let test: TestApp;
const identity = (emulatorHost: string | undefined) => ({
  projectId: 'demo-solvent',
  apiKey: 'demo-key',
  authDomain: 'localhost',
  emulatorHost,
});

beforeAll(async () => {
  emulator = await serveEmulator('demo-solvent', 0);
  test = await createTestApp({ config: { identity: identity(`127.0.0.1:${emulator.port}`) } });
}, 300_000);
afterAll(async () => {
  await test.close();
  await emulator.stop();
});

const asJson = { headers: { accept: 'application/json' } };

async function requestLink(email: string, page = '/finishSignUp'): Promise<void> {
  const response = await fetch(
    `http://127.0.0.1:${emulator.port}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=demo-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        requestType: 'EMAIL_SIGNIN',
        email,
        continueUrl: `http://localhost:3000${page}`,
        canHandleCodeInApp: true,
      }),
    },
  );
  expect(response.status).toBe(200);
}

interface MailResponse {
  messages: { to: string; subject: string; link: string | null; at: string }[];
  notice?: string;
}

async function listMail(app = test.app): Promise<MailResponse> {
  return (await app.inject({ url: '/dev/mail', ...asJson })).json<MailResponse>();
}

describe('GET /dev/mail', () => {
  it("lists local mail and the emulator's links, newest first, without the access header", async () => {
    await createLocalMail(test.db).send({ to: 'team@example.com', subject: 'Contact', text: 'Hello' });
    await requestLink('ada@example.com');
    const { messages, notice } = await listMail();
    expect(messages.map(({ to }) => to)).toEqual(['ada@example.com', 'team@example.com']);
    expect(Object.keys(messages[0] ?? {}).toSorted()).toEqual(['at', 'link', 'subject', 'to']);
    expect(messages[1]).toMatchObject({ subject: 'Contact', link: null });
    expect(notice).toBeUndefined();
  });

  it('returns links that redirect to /finishSignUp with a code', async () => {
    await requestLink('link@example.com');
    const link = (await listMail()).messages[0]?.link ?? '';
    const response = await fetch(link, { redirect: 'manual' });
    const target = new URL(response.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe('http://localhost:3000/finishSignUp');
    expect(target.searchParams.get('mode')).toBe('signIn');
    expect(target.searchParams.get('oobCode')).toMatch(/\S+/);
  });

  it('lists password reset links with their own subject', async () => {
    await requestLink('forgetful@example.com', '/reset-password');
    expect((await listMail()).messages[0]).toMatchObject({
      to: 'forgetful@example.com',
      subject: 'Choose a new password for Solvent',
      link: expect.stringContaining('oobCode='),
    });
    const { body } = await test.app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } });
    expect(body).toContain('Follow the link to choose a new password.');
  });

  it('is a page without scripts that escapes messages', async () => {
    await createLocalMail(test.db).send({
      to: 'team@example.com',
      subject: '<script>alert(1)</script>',
      text: '"&',
      link: 'javascript:alert(1)',
    });
    const response = await test.app.inject({ url: '/dev/mail', headers: { accept: 'text/html,*/*' } });
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-");
    expect(response.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(response.body).not.toContain('<script');
    expect(response.body).not.toContain('javascript:');
  });

  it('shows a notice and local mail if the emulator is unavailable', async () => {
    const withoutEmulator = await createTestApp({ config: { identity: identity('127.0.0.1:1') } });
    await createLocalMail(withoutEmulator.db).send({ to: 'team@example.com', subject: 'Contact', text: 'Hello' });
    const { messages, notice } = await listMail(withoutEmulator.app);
    const page = await withoutEmulator.app.inject('/dev/mail');
    await withoutEmulator.close();
    expect(messages).toHaveLength(1);
    expect(notice).toBe(
      'The identity emulator at 127.0.0.1:1 does not answer, so sign-in links are missing here. Start it again.',
    );
    expect(page.body).toContain(notice);
  });

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('is served at %s', async (host) => {
    expect((await test.app.inject({ url: '/dev/mail', headers: { host } })).statusCode).toBe(200);
  });

  it('rejects requests from other machines and sites, also with trusted proxies', async () => {
    const trusting = await createTestApp({ config: { trustProxy: ['loopback'] } });
    await createLocalMail(trusting.db).send({ to: 'team@example.com', subject: 'Contact', text: 'Hello' });
    const elsewhere: Record<string, Record<string, string>> = {
      'another machine that calls this one localhost': { host: 'localhost:3000' },
      'a name that points here (DNS rebinding)': { host: 'evil.example:3000' },
      'a name that a proxy calls localhost': { host: 'evil.example:3000', 'x-forwarded-host': 'localhost:3000' },
      'an address of the network': { host: '192.168.1.5:3000' },
      'a proxy that passes it on': { host: 'localhost:3000', 'x-forwarded-for': '192.0.2.7' },
      'a page of another site': { host: 'localhost:3000', origin: 'https://evil.example' },
    };
    for (const [from, headers] of Object.entries(elsewhere)) {
      const remoteAddress = from.startsWith('another machine') ? '192.168.1.7' : '127.0.0.1';
      const response = await trusting.app.inject({ url: '/dev/mail', remoteAddress, headers: { ...asJson.headers, ...headers } });
      const body = { status: false, code: 'forbidden', message: expect.stringContaining('open it there, as http://localhost') };
      expect([from, response.statusCode, response.json()]).toEqual([from, 403, body]);
    }
    await trusting.close();
  });

  it('does not exist if mail is sent by SMTP', async () => {
    const production = await createTestApp({ config: { localMail: false } });
    const response = await production.app.inject({ url: '/dev/mail', ...asJson });
    await production.close();
    expect(response.statusCode).toBe(404);
  });
});
