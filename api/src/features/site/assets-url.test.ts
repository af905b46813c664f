import type { RenderedPage } from '@solvent/federation/rendering';
import { openSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const ASSETS_URL = 'https://files.example/solvent';
const ENTRY = '/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js';

const RENDERED: RenderedPage = {
  status: 200,
  head: '<title>Made</title>',
  body: {
    html: '<main>Made</main>',
    styles: '<style>@font-face{src:url(/shell/files/inter.3c3c3c3c3c.woff2)}</style>',
    queries: [],
  },
};

let site: TestSite;
beforeAll(async () => {
  site = await openSite({
    files: ['public/push-worker.js'],
    overrides: { origins: [], versions: true },
    config: { assetsUrl: ASSETS_URL },
    ports: { renderer: { render: async () => RENDERED, close: () => undefined } },
  });
});
afterAll(() => site.close());

describe('a page with an assets URL (decision 0073) (product 8.22)', () => {
  it('loads its files from there, with an unchanged channel document', async () => {
    const { body } = await site.get('/terms', { cookie: 'rendering=off' });
    expect(body).toContain(`<link rel="preload" as="script" href="${ASSETS_URL}${ENTRY}">`);
    expect(body).toContain(`"entry":"${ENTRY}"`);
  });

  it('has a policy that allows styles, fonts and pictures from there, and no other scripts', async () => {
    const policy = String((await site.get('/terms')).headers['content-security-policy']);
    expect(policy).toMatch(/style-src 'self' 'nonce-[^']+' https:\/\/files\.example\/solvent\/;/);
    expect(policy).toContain(`font-src 'self' ${ASSETS_URL}/;`);
    expect(policy).toContain(`img-src 'self' data: blob: ${ASSETS_URL}/;`);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
    expect(policy.match(/files\.example/g)).toHaveLength(3);
  });

  it('has a preconnect header with the mode of its requests', async () => {
    expect((await site.get('/terms')).headers['link']).toBe('<https://files.example>; rel=preconnect; crossorigin');
  });

  it('loads fonts from there if the server rendered it', async () => {
    const { body } = await site.get('/toolbox');
    expect(body).toContain(`src:url(${ASSETS_URL}/shell/files/inter.3c3c3c3c3c.woff2)`);
    expect(body).toMatch(new RegExp(`<template id="solvent-scripts">.*href="${ASSETS_URL}${ENTRY}"`, 's'));
  });

  it('has no preload links for overridden remotes', async () => {
    const { body } = await site.get('/toolbox?remote=toolbox@1.0.0-bb');
    expect(body).not.toContain('rel="preload"');
  });
});

it('the service worker may fetch files from there', async () => {
  const { headers } = await site.get('/push-worker.js');
  expect(headers['content-security-policy']).toBe(`default-src 'none'; connect-src 'self' ${ASSETS_URL}/`);
});

it.each(['/shell/files/main.1a1a1a1a1a.js', ENTRY])('%s is also served here, for pages and the assets host', async (path) => {
  const { statusCode, headers } = await site.get(path);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
});
