import type { Config } from '../../platform/config/config.ts';
import { parsePageConfig } from '../../testing/page-settings.ts';
import { openSite, VERSIONS } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

async function termsOf({ app }: TestApp, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: '/terms', headers });
  return { settings: parsePageConfig(answer.body), policy: String(answer.headers['content-security-policy']) };
}

/** The same from a server that differs. */
async function termsWith(config: Partial<Config>) {
  const server = await createTestApp({ config: { releases: site.releases.location, ...config } });
  const terms = await termsOf(server);
  await server.close();
  return terms;
}

describe("a page's content policy", () => {
  it('allows no script but by nonce, no plug-in, no frame around it, and the identity emulator', async () => {
    const { policy } = await termsOf(site.test, { host: 'solvent.test:3000' });
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('google');
    expect(policy).toContain("connect-src 'self' ws://solvent.test:3000 http://127.0.0.1:9099;");
    expect(policy).toContain('frame-src http://127.0.0.1:9099;');
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(rule);
  });

  it('takes nothing into the policy from a host that is none', async () => {
    expect((await termsOf(site.test, { host: "x; script-src 'unsafe-inline'" })).policy).not.toContain('unsafe-inline');
  });

  it('lets pages of the development channel take files from dev servers', async () => {
    await site.releases.goLive(1, { ...VERSIONS, channel: 'development' });
    const { policy } = await termsWith({ channel: 'development' });
    expect(policy).toMatch(/style-src 'self' 'nonce-[^;]* http:\/\/localhost:\*;/);
    expect(policy).toMatch(/connect-src [^;]* http:\/\/localhost:\* ws:\/\/localhost:\*;/);
    expect(policy).not.toContain('unsafe');
  });

  it('tells the page of push messages and analytics, and allows their services, where they are configured', async () => {
    const push = { appId: '1:2:web:3', messagingSenderId: '2', vapidKey: 'public-key' };
    const analytics = { appId: push.appId, measurementId: 'G-ABC123' };
    const { settings, policy } = await termsWith({ push, analytics });
    expect(settings).toMatchObject({ push, analytics });
    expect(policy).toMatch(/connect-src [^;]*https:\/\/fcmregistrations\.googleapis\.com/);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/);
    expect(policy.match(/https:\/\/firebaseinstallations\.googleapis\.com/g)).toHaveLength(1);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
  });
});
