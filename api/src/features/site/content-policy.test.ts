import type { Config } from '../../platform/config/config.ts';
import { parsePageConfig } from '../../testing/page-settings.ts';
import { openSite, VERSIONS } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { setUp } from '../../testing/set-up.ts';

const site = setUp(() => openSite());

async function getTerms({ app }: TestApp, headers: Record<string, string> = {}) {
  const response = await app.inject({ url: '/terms', headers });
  return { settings: parsePageConfig(response.body), policy: String(response.headers['content-security-policy']) };
}

/** From a server with other settings. */
async function getTermsWith(config: Partial<Config>) {
  const server = await createTestApp({ config: { releases: site.releases.location, ...config } });
  const terms = await getTerms(server);
  await server.close();
  return terms;
}

describe("a page's content policy", () => {
  it('allows scripts by nonce only, no plug-ins, no framing, and the identity emulator', async () => {
    const { policy } = await getTerms(site.test, { host: 'solvent.test:3000' });
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('google');
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:9099;");
    expect(policy).toContain('frame-src http://127.0.0.1:9099;');
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(rule);
  });

  it('allows dev servers in the development channel', async () => {
    await site.releases.goLive(1, { ...VERSIONS, channel: 'development' });
    const { policy } = await getTermsWith({ channel: 'development' });
    expect(policy).toMatch(/style-src 'self' 'nonce-[^;]* http:\/\/localhost:\*;/);
    expect(policy).toMatch(/connect-src [^;]* http:\/\/localhost:\* ws:\/\/localhost:\*;/);
    expect(policy).not.toContain('unsafe');
  });

  it('allows the services of push messages and analytics if they are configured', async () => {
    const push = { appId: '1:2:web:3', messagingSenderId: '2', vapidKey: 'public-key' };
    const analytics = { appId: push.appId, measurementId: 'G-ABC123' };
    const { settings, policy } = await getTermsWith({ push, analytics });
    expect(settings).toMatchObject({ push, analytics });
    expect(policy).toMatch(/connect-src [^;]*https:\/\/fcmregistrations\.googleapis\.com/);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/);
    expect(policy.match(/https:\/\/firebaseinstallations\.googleapis\.com/g)).toHaveLength(1);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
  });
});
