import { serveEmulator } from '../serve-emulator.ts';
import type { Emulator } from '../serve-emulator.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await serveEmulator('demo-solvent', 0);
}, 300_000);
afterAll(() => emulator.stop());

const request = {
  apiKey: 'demo-key',
  appName: 'solvent-popups',
  authType: 'signInViaPopup',
  eventId: '4711',
  providerId: 'github.com',
};
const origin = () => `http://127.0.0.1:${emulator.port}`;

async function get(path: string, query: Record<string, string> = {}) {
  const answer = await fetch(`${origin()}${path}?${new URLSearchParams(query).toString()}`);
  return { status: answer.status, policy: answer.headers.get('content-security-policy') ?? '', html: await answer.text() };
}
const popup = (more: Record<string, string> = {}) => get('/emulator/auth/handler', { ...request, ...more });

/** Returns the message that the page posts to the frame of its opener. */
function readAuthEvent(html: string): { urlResponse: string; eventId: string; type: string } {
  const text = /data-event="([^"]+)"/.exec(html)?.[1] ?? '';
  const entities: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&#39;': "'", '&lt;': '<', '&gt;': '>' };
  return JSON.parse(text.replace(/&[^;]+;/g, (entity) => entities[entity] ?? '')).event;
}
const readClaims = (html: string) => JSON.parse(new URL(readAuthEvent(html).urlResponse).searchParams.get('id_token') ?? '');

async function signIn(html: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${origin()}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestUri: readAuthEvent(html).urlResponse, returnSecureToken: true, returnIdpCredential: true }),
  });
  // The assertions check this type.
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('the popup of the identity emulator', () => {
  it.each([
    ['the frame', () => get('/emulator/auth/iframe', { apiKey: 'demo-key', appName: 'a' })],
    ['the choice', () => popup()],
    ['the end', () => popup({ do: 'sign-in', email: 'ada@example.com' })],
  ])('loads nothing from another host: %s', async (_name, page) => {
    const { status, policy, html } = await page();
    expect(status).toBe(200);
    expect(html.replace(/data-event="[^"]*"/, '')).not.toMatch(/https?:|src=|url\(/);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+; script-src '[^;]+; img-src data:; form-action 'self'; base-uri 'none'$/,
    );
  });

  it('says whose sign-in it plays, that it is an emulator, and that nobody is known', async () => {
    const { html } = await popup({ providerId: 'google.com' });
    expect(html).toContain('<h1>Sign in with Google</h1>');
    expect(html).toContain('This is a local emulator');
    expect(html).toContain('No Google accounts exist in the emulator yet.');
    expect(html).toContain('<details open><summary>Add new account');
  });

  it('makes an account up', async () => {
    const { html } = await popup({ do: 'generate' });
    expect(html).toMatch(/name="email" value="[a-z]+\.[a-z]+\.\d+@example\.com"/);
  });

  it('signs in with what was typed, and offers the account the next time', async () => {
    const { html } = await popup({ do: 'sign-in', email: 'ada@example.com', name: "Ada O'Park", verified: '1' });
    expect(readAuthEvent(html)).toMatchObject({ type: 'signInViaPopup', eventId: '4711' });
    expect(readClaims(html)).toMatchObject({
      email: 'ada@example.com',
      name: "Ada O'Park",
      email_verified: true,
      screen_name: 'ada',
    });
    const { body } = await signIn(html);
    expect(body).toMatchObject({ email: 'ada@example.com', displayName: "Ada O'Park", emailVerified: true, screenName: 'ada' });

    const again = await popup();
    expect(again.html).toContain('Ada O&#39;Park<span>ada@example.com</span>');
    const sub = /name="sub" value="(\d+)"/.exec(again.html)?.[1] ?? '';
    expect(sub).toBe(readClaims(html).sub);
    const second = await signIn((await popup({ do: 'sign-in', sub, email: 'ada@example.com', verified: '1' })).html);
    expect(second.body.localId).toBe(body.localId);
    expect((await popup({ providerId: 'google.com' })).html).not.toContain('ada@example.com');
  });

  it('plays a provider that does not vouch for the address', async () => {
    const { html } = await popup({ do: 'sign-in', email: 'unproven@example.com' });
    expect((await signIn(html)).body).toMatchObject({ email: 'unproven@example.com', emailVerified: false });
  });

  it.each(['', 'ada', 'ada@example', 'a b@example.com'])('refuses the address %p, and keeps what was typed', async (email) => {
    const { status, html } = await popup({ do: 'sign-in', email, name: '<b>Ada' });
    expect(status).toBe(400);
    expect(html).toContain('<p role="alert">Enter a whole email address.</p>');
    expect(html).toContain(`name="email" value="${email}"`);
    expect(html).toContain('name="name" value="&lt;b&gt;Ada"');
    expect(html).not.toContain('data-event');
  });

  it('opens for nobody but the SDK', async () => {
    const { status, html } = await popup({ eventId: '' });
    expect(status).toBe(400);
    expect(html).toContain('Nothing to sign in to');
  });
});
