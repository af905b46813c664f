import { openSite } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { setUp } from '../../testing/set-up.ts';

const site = setUp(() => openSite({ files: ['public/robots.txt'] }));

const getRobotsTxt = ({ app } = site.test) => app.inject({ url: '/robots.txt', headers: { host: 'asked.example:8080' } });

/** The longest matching rule applies (RFC 9309, 2.2.2). */
function canFetch(text: string, path: string): boolean {
  const matching = text.split('\n').flatMap((line) => {
    const [, rule, pattern] = /^(Allow|Disallow): (.+)$/.exec(line) ?? [];
    if (rule === undefined || pattern === undefined) return [];
    const source = pattern.replaceAll(/[.?]/g, String.raw`\$&`).replaceAll('*', '.*');
    return new RegExp(`^${source}`).test(path) ? [{ isAllowed: rule === 'Allow', length: pattern.length }] : [];
  });
  const [longest] = matching.toSorted((one, other) => other.length - one.length);
  return longest?.isAllowed ?? true;
}

const ID = '0199a0b0-0000-7000-8000-000000000000';

describe('GET /robots.txt (product 7.14)', () => {
  it('is cached for an hour; no release replaces it; the sitemap has the requested host', async () => {
    const response = await getRobotsTxt();
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(response.body).toMatch(/^User-agent: \*\n/);
    expect(response.body).toContain('\nSitemap: http://asked.example:8080/sitemap.xml\n');
  });

  it('allows public pages, and disallows the API and personal pages', async () => {
    const text = (await getRobotsTxt()).body;
    const open = [
      '/home',
      '/problems',
      '/problems?search=go',
      `/problems/${ID}`,
      `/profile/${ID}`,
      '/toolbox',
      '/toolbox/jwt-kit',
      `/api/problems/${ID}/card.png`,
      '/api/modules/jwt-kit/card.png',
      `/api/auth/profile/${ID}/card.png`,
      '/shell/files/main.1a1a1a1a1a.js',
    ];
    expect(open.filter((path) => !canFetch(text, path))).toEqual([]);
    const closed = [
      '/api/problems',
      `/api/problems/${ID}`,
      `/api/problems/${ID}/card.png?x`,
      '/dev/mail',
      '/toolbox/upload',
      '/toolbox/upload?step=2',
      '/finishSignUp?mode=signIn',
      '/reset-password',
      '/problem/discussion?conversationId=1',
    ];
    expect(closed.filter((path) => canFetch(text, path))).toEqual([]);
  });

  it('names the sitemap at the public URL, also if nothing is live', async () => {
    const config = { releases: site.releases.location, publicUrl: 'https://solvent.example', channel: 'nothing' };
    const other = await createTestApp({ config });
    try {
      const { statusCode, body } = await getRobotsTxt(other);
      expect(statusCode).toBe(200);
      expect(body).toContain('\nSitemap: https://solvent.example/sitemap.xml\n');
      expect(canFetch(body, '/api/problems')).toBe(false);
      expect(canFetch(body, '/toolbox/upload')).toBe(true);
    } finally {
      await other.close();
    }
  });
});
