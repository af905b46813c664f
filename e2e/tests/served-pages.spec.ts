import { rm } from 'node:fs/promises';
import { CANARY_COOKIE } from '@solvent/contracts';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { readHtml, readServed } from '../src/composition/served-html.ts';
import { postProblem } from '../src/marketplace.ts';
import { mainHeading } from '../src/pages.ts';
import { readServedPage } from '../src/composition/served-page.ts';
import { createCutOffProduct } from '../src/setup/cut-off-product.ts';
import type { CutOffProduct } from '../src/setup/cut-off-product.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import type { OwnProduct } from '../src/setup/own-product.ts';
import { releaseWithServer } from '../src/setup/server-release.ts';
import { newTitle, publishModule } from '../src/toolbox.ts';

test('each public page is sent with its words, its title and what search engines are told of it', async ({
  request,
  people,
  baseURL,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, seeker);
  const module = await publishModule(request, solver, { title: newTitle('Read by robots') });
  for (const [path, title, type] of [
    ['/home', 'Solvent', 'WebSite'],
    ['/problems', 'Problems', undefined],
    [`/problems?tags=React`, 'Problems', undefined],
    [`/problems/${problem._id}`, problem.title, 'JobPosting'],
    ['/toolbox', 'Toolbox', undefined],
    [`/toolbox/${module.id}`, module.title, 'SoftwareSourceCode'],
    [`/profile/${solver._id}`, solver.name, 'ProfilePage'],
    ['/terms', 'Terms', undefined],
    ['/privacy', 'Privacy', undefined],
    ['/contact', 'Contact', undefined],
    ['/signin', 'Sign in', undefined],
    ['/signup', 'Create an account', undefined],
  ] as const) {
    await test.step(path, async () => {
      const page = await readServed(request, path);
      expect(page.status).toBe(200);
      expect(page.title).toContain(title);
      // What is one of many views of the same is in no search engine.
      if (path.includes('?')) expect(page.html).toContain('<meta name="robots" content="noindex">');
      else expect(page.canonical).toBe(`${baseURL}${path}`);
      if (type === undefined) return;
      expect(page.data?.['@context']).toBe('https://schema.org');
      expect(JSON.stringify(page.data)).toContain(`"@type":"${type}"`);
      if (type === 'WebSite') return;
      const card = await request.get(page.picture ?? '');
      expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png']);
    });
  }
});

test('without scripts problems, modules and profiles can be read', async ({ browser, baseURL, request, people }) => {
  const solver = await people.create('solver', 'Jonas Weber');
  const problem = await postProblem(request, await people.create('seeker'));
  const module = await publishModule(request, solver, { title: newTitle('Read without scripts') });
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const [path, words] of [
    [`/view-problems/${problem._id}`, problem.title],
    [`/toolbox/${module.id}`, module.title],
    [`/profile/${solver._id}`, 'Jonas Weber'],
  ] as const) {
    await expect(async () => {
      await page.goto(path);
      await expect(mainHeading(page)).toHaveText(words, { timeout: 1000 });
    }).toPass();
    await expect(page.locator('body > noscript')).toBeVisible();
  }
  await context.close();
});

test('a page whose remote does not come in the browser is drawn by the version before it', async ({
  page,
  request,
  remotes,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/remoteEntry|Failed to load resource|net::ERR/);
  const { previous } = await remotes.pinned('toolbox');
  test.skip(previous === undefined, 'Nothing was live of it before.');
  await readServed(request, '/toolbox');
  await remotes.kill('toolbox', 'live');
  await page.goto('/toolbox');
  await expect(mainHeading(page)).toHaveText('Toolbox');
  await expect.poll(() => remotes.requested('toolbox').some((url) => url.includes(previous?.entry ?? ''))).toBe(true);
  await page.getByPlaceholder('Search modules...').fill('chart');
  await expect(page).toHaveURL(/search=chart/);
});

/** In the place of each of its pages, as the server makes it. */
const ofEachPage = (component: string) => `{
  const remote = module.exports.default;
  const pages = Object.fromEntries(Object.keys(remote.pages).map((name) => [name, async () => ({ Component: ${component} })]));
  module.exports = { default: { ...remote, pages } };
}`;

/** What can be wrong with a remote's bundle for servers: code that runs behind it. */
const FAULTS: [what: string, code: string | null][] = [
  ['none at all', null],
  ['throws while it is evaluated', `if (typeof process !== 'undefined') throw new Error('made to fail by the test');`],
  ['throws while it renders', ofEachPage(`() => { throw new Error('made to fail by the test'); }`)],
  ['touches window', ofEachPage('() => window.innerWidth')],
  ['never ends', ofEachPage('() => { for (;;); }')],
  ['takes all memory', ofEachPage('() => { const kept = []; for (;;) kept.push(new Array(1e6).fill(0).map(() => ({}))); }')],
  [
    'waits 5 s for its data',
    `module.exports.default.heads.catalogue = () => new Promise((done) => setTimeout(done, 5000, { title: 'Late' }));`,
  ],
];

/** The milliseconds until the page is there, as the server sends it: the best of ten, since other tests share the machine. */
async function timeOf(request: APIRequestContext, url: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const began = performance.now();
    expect((await request.get(url)).status()).toBe(200);
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}

let publications = 0;

/** Publishes a release of the toolbox with another bundle for servers, and makes it live. */
async function promote(product: OwnProduct, code: string | null, ...how: string[]): Promise<string> {
  publications += 1;
  const version = `1.${publications}.0-server`;
  const dist = await releaseWithServer(version, code);
  await product.deliver('publish', 'toolbox', '--dist', dist);
  await product.deliver('promote', `toolbox@${version}`, ...how, '--why', 'A test of what servers make of it');
  await rm(dist, { recursive: true });
  return version;
}

const toolboxOf = async ({ url }: OwnProduct) => (await readServedPage(url)).remotes.find(({ name }) => name === 'toolbox');

test.describe('a release whose bundle for servers is bad', () => {
  // In one worker: each that had some of them would start a product of its own.
  test.describe.configure({ mode: 'default' });
  let product: OwnProduct;

  test.beforeAll(async () => {
    product = await createOwnProduct();
    await product.start();
  });

  test.afterAll(() => product.remove());

  for (const [what, code] of FAULTS) {
    test(`${what}: its page comes as browsers draw it, in time, and other pages as before`, async ({ page, request }) => {
      await promote(product, code);
      const { url } = product;
      expect((await readHtml(request, `${url}/toolbox`)).heading).toBeUndefined();
      // Others are made by the next process where one has ended.
      const other = `${url}/problems?search=${publications}`;
      await expect.poll(async () => (await readHtml(request, other)).heading).toContain('Problems');
      const usual = await timeOf(request, `${url}/profile`);
      expect(await timeOf(request, `${url}/toolbox`)).toBeLessThan(usual + 300);
      await page.goto(`${url}/toolbox`);
      await expect(mainHeading(page)).toHaveText('Toolbox');
      await page.getByPlaceholder('Search modules...').fill('chart');
      await expect(page).toHaveURL(/search=chart/);
    });
  }

  test('renders other markup than the browser: the browser’s stands in the end', async ({ page, request, consoleWatch }) => {
    consoleWatch.expectErrors(/Minified React error #4\d\d/);
    await promote(product, ofEachPage(`() => 'Something else'`));
    await expect.poll(async () => (await readHtml(request, `${product.url}/toolbox`)).html).toContain('Something else');
    await page.goto(`${product.url}/toolbox`);
    await expect(mainHeading(page)).toHaveText('Toolbox');
    await expect(page.getByText('Something else')).toBeHidden();
  });

  test('a canary whose bundle throws stops itself, for what the server makes of it alone', async ({ request }) => {
    await promote(product, '');
    const version = await promote(
      product,
      ofEachPage(`() => { throw new Error('made to fail by the test'); }`),
      '--percent',
      '10',
    );
    const cookie = `${CANARY_COOKIE}=${encodeURIComponent(JSON.stringify({ toolbox: 5 }))}`;
    await expect(async () => {
      const answer = await request.get(`${product.url}/toolbox`, { headers: { cookie } });
      expect(answer.status()).toBe(200);
      expect((await toolboxOf(product))?.candidate?.percent).toBe(0);
    }).toPass();
    expect(await product.deliver('history')).toMatch(new RegExp(`${version}[^]*Stopped at 10 %|Stopped at 10 %[^]*${version}`));
    await expect.poll(async () => (await readHtml(request, `${product.url}/toolbox`)).heading).toContain('Toolbox');
  });
});

test.describe('while the API has no database', () => {
  let product: CutOffProduct;

  test.beforeAll(async () => {
    product = await createCutOffProduct();
  });

  test.afterAll(() => product.remove());

  test('pages come as browsers draw them, in time, and made by the server once it is back', async ({
    page,
    request,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(/503/);
    const { url, database } = product;
    await readServed(request, `${url}/problems`);
    await database.cut();
    const [usual, asked] = [await timeOf(request, `${url}/profile`), `${url}/problems?q=importer`];
    expect((await readHtml(request, asked)).heading).toBeUndefined();
    expect(await timeOf(request, asked)).toBeLessThan(usual + 300);
    await readServed(request, `${url}/terms`); // it needs none
    await page.goto(asked);
    await expect(page.getByText('Failed to load problems. Please try again.')).toBeVisible();
    await database.mend();
    expect((await readServed(request, asked)).heading).toContain('Problems');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No problems found matching your criteria')).toBeVisible();
  });
});

test('addresses that hardly anybody else asks for are not made for one who asks for many', async ({ request }) => {
  const long = `/problems?search=${'x'.repeat(10_000)}`;
  expect((await request.get(long)).status()).toBe(200);
  const many = Array.from({ length: 200 }, (_, index) => readHtml(request, `/problems?search=flood-${index}`));
  const answers = await Promise.all(many);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await expect.poll(async () => (await readHtml(request, '/problems')).heading).toContain('Problems');
});
