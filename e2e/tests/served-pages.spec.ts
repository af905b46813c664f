import { expect, test } from '../src/index.ts';
import { openServed, readHtml, readServed } from '../src/composition/served-html.ts';
import { postProblem } from '../src/marketplace.ts';
import { getMainHeading } from '../src/pages.ts';
import { createTitle, publishModule } from '../src/toolbox.ts';

test('the server sends each public page with its heading, its title and its metadata for search engines (product 1.2, decision 0052)', async ({
  request,
  people,
  baseURL,
}) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, seeker);
  const module = await publishModule(request, solver, { title: createTitle('Read by robots') });
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
      if (path === '/home') expect(page.heading).toMatch(/Solve Problems\.\s+Earn Rewards\.\s+Build Your Reputation\./);
      // Search engines list no filtered view.
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

test('problems, modules and profiles can be read without scripts (decision 0052)', async ({
  browser,
  baseURL,
  request,
  people,
}) => {
  const solver = await people.create('solver', 'Jonas Weber');
  const problem = await postProblem(request, await people.create('seeker'));
  const module = await publishModule(request, solver, { title: createTitle('Read without scripts') });
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const [path, words] of [
    [`/view-problems/${problem._id}`, problem.title],
    [`/toolbox/${module.id}`, module.title],
    [`/profile/${solver._id}`, 'Jonas Weber'],
  ] as const) {
    await expect(async () => {
      await page.goto(path);
      await expect(getMainHeading(page)).toHaveText(words, { timeout: 1000 });
    }).toPass();
    await expect(page.locator('body > noscript')).toBeVisible();
  }
  await context.close();
});

test('a server-rendered page whose remote cannot be loaded runs the previous version (product 10.18)', async ({
  page,
  remotes,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/remoteEntry|Failed to load resource|net::ERR/);
  const { previous } = await remotes.pinned('toolbox');
  test.skip(previous === undefined, 'It has no previous version.');
  await remotes.kill('toolbox', 'live');
  await openServed(page, '/toolbox');
  await expect(getMainHeading(page)).toHaveText('Toolbox');
  await expect.poll(() => remotes.requested('toolbox').some((url) => url.includes(previous?.entry ?? ''))).toBe(true);
  await page.getByPlaceholder('Search modules...').fill('chart');
  await expect(page).toHaveURL(/search=chart/);
});

test('the browser replaces markup of the server that differs from its own (decision 0053)', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(/Minified React error #4\d\d/);
  let served = '';
  await page.route(
    ({ pathname }) => pathname === '/toolbox',
    async (route) => {
      const response = await route.fetch();
      served = (await response.text()).replace(/(<h1[^>]*>)Toolbox/, '$1Something else');
      await route.fulfill({ response, body: served });
    },
  );
  await openServed(page, '/toolbox');
  await expect(getMainHeading(page)).toHaveText('Toolbox');
  expect(served).toContain('Something else');
  await expect(page.getByText('Something else')).toHaveCount(0);
});

test('@full the browser renders pages while the API has no database, and the server renders them again afterwards (decision 0052)', async ({
  page,
  request,
  consoleWatch,
  cutOffProduct,
}) => {
  consoleWatch.expectErrors(/503/);
  const { url, database } = cutOffProduct;
  await readServed(request, `${url}/problems`);
  await database.cut();
  const path = `${url}/problems?q=importer`;
  expect((await readHtml(request, path)).heading).toBeUndefined();
  await readServed(request, `${url}/terms`); // it needs no database
  await page.goto(path);
  await expect(page.getByText('Failed to load problems. Please try again.')).toBeVisible();
  await database.restore();
  expect((await readServed(request, path)).heading).toContain('Problems');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No problems found matching your criteria')).toBeVisible();
  await page.goto('about:blank');
});
