import { pageSettings } from '../../testing/page-settings.ts';
import { releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let releases: TestReleases;
let test: TestApp;

beforeAll(async () => {
  releases = await releasesInFolder();
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js']);
  await releases.release('toolbox', '1.0.0-bb', ['remoteEntry.2b2b2b2b2b.js']);
  await releases.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
  test = await createTestApp({ config: { releases: releases.where } });
});

afterAll(async () => {
  await test.close();
  await releases.close();
});

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe("a page's content policy", () => {
  it('allows no script but by nonce, no plug-in, no frame around it, and the identity emulator', async () => {
    const policy = String((await get('/terms', { host: 'solvent.test:3000' })).headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("connect-src 'self' ws://solvent.test:3000 http://127.0.0.1:9099;");
    expect(policy).toContain('frame-src http://127.0.0.1:9099;');
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(rule);
  });

  it('takes nothing into the policy from a host that is none', async () => {
    const policy = String((await get('/terms', { host: "x; script-src 'unsafe-inline'" })).headers['content-security-policy']);
    expect(policy).not.toContain('unsafe-inline');
  });

  it('lets pages of the development channel take files from dev servers', async () => {
    const server = await createTestApp({ config: { releases: releases.where, channel: 'development' } });
    await releases.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb', channel: 'development' });
    const policy = String((await server.app.inject('/terms')).headers['content-security-policy']);
    expect(policy).toMatch(/style-src 'self' 'nonce-[^;]* http:\/\/localhost:\*;/);
    expect(policy).toMatch(/connect-src [^;]* http:\/\/localhost:\* ws:\/\/localhost:\*;/);
    expect(policy).not.toContain('unsafe');
    await server.close();
  });
});

describe('push messages and analytics', () => {
  const PUSH = { appId: '1:2:web:3', messagingSenderId: '2', vapidKey: 'public-key' };
  const settingsOf = async (server: TestApp) => {
    const { body, headers } = await server.app.inject('/terms');
    return { settings: pageSettings(body), policy: String(headers['content-security-policy']) };
  };

  it('are no part of page or policy unless they are configured', async () => {
    const { settings, policy } = await settingsOf(test);
    expect(Object.keys(settings)).toEqual(['appKey', 'identity', 'localMail', 'payments', 'reportToken']);
    expect(policy).not.toContain('google');
  });

  it('are told to the page, and their services allowed, where they are', async () => {
    const analytics = { appId: PUSH.appId, measurementId: 'G-ABC123' };
    const server = await createTestApp({ config: { releases: releases.where, push: PUSH, analytics } });
    const { settings, policy } = await settingsOf(server);
    expect(settings).toMatchObject({ push: PUSH, analytics });
    expect(policy).toMatch(/connect-src [^;]*https:\/\/fcmregistrations\.googleapis\.com/);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/);
    expect(policy.match(/https:\/\/firebaseinstallations\.googleapis\.com/g)).toHaveLength(1);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
    await server.close();
  });
});
