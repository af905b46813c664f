import type { RenderedPage } from '@solvent/federation/rendering';
import { openSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const PLACE = 'https://files.example/solvent';
const ENTRY = '/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js';

const MADE: RenderedPage = {
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
    config: { assetsUrl: PLACE },
    ports: { renderer: { render: async () => MADE, close: () => undefined } },
  });
});
afterAll(() => site.close());

describe('a page of a server whose files are at another place (decision 0073) (product 8.22)', () => {
  it('asks for its files there, and its channel document is as delivery made it', async () => {
    const { body } = await site.get('/terms', { cookie: 'rendering=off' });
    expect(body).toContain(`<link rel="preload" as="script" href="${PLACE}${ENTRY}">`);
    expect(body).toContain(`"entry":"${ENTRY}"`);
  });

  it('is let take styles, fonts and pictures from below there, and no script that another one did not ask for', async () => {
    const policy = String((await site.get('/terms')).headers['content-security-policy']);
    expect(policy).toMatch(/style-src 'self' 'nonce-[^']+' https:\/\/files\.example\/solvent\/;/);
    expect(policy).toContain(`font-src 'self' ${PLACE}/;`);
    expect(policy).toContain(`img-src 'self' data: blob: ${PLACE}/;`);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
    expect(policy.match(/files\.example/g)).toHaveLength(3);
  });

  it('says to whom to open a connection before it comes, in the mode in which files are asked for', async () => {
    expect((await site.get('/terms')).headers['link']).toBe('<https://files.example>; rel=preconnect; crossorigin');
  });

  it('has its fonts from there where the server made it', async () => {
    const { body } = await site.get('/toolbox');
    expect(body).toContain(`src:url(${PLACE}/shell/files/inter.3c3c3c3c3c.woff2)`);
    expect(body).toMatch(new RegExp(`<template id="solvent-scripts">.*href="${PLACE}${ENTRY}"`, 's'));
  });

  it('hints no file of a remote that this tab overrides', async () => {
    const { body } = await site.get('/toolbox?remote=toolbox@1.0.0-bb');
    expect(body).not.toContain('rel="preload"');
  });
});

it('the worker of the site may keep files of there', async () => {
  const { headers } = await site.get('/push-worker.js');
  expect(headers['content-security-policy']).toBe(`default-src 'none'; connect-src 'self' ${PLACE}/`);
});

it.each(['/shell/files/main.1a1a1a1a1a.js', ENTRY])('%s is here, too, for pages and for who copies it there', async (path) => {
  const { statusCode, headers } = await site.get(path);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
});
