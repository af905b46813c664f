import { randomUUID } from 'node:crypto';
import { STORAGE_KEYS } from '@solvent/contracts';
import { openConversation, storedTexts, writeMessage } from '../src/chat.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';
import { createPackageZip, createTitle, toZipUpload } from '../src/toolbox.ts';
import { expect, test } from './test.ts';

const SCRIPTS = /\/files\/.+\.js/;
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}\n`) });

test('a visitor reads problems before any script has loaded, and filters them afterwards (product 2.10, 10.25)', async ({
  expectErrors,
  people,
  network,
  request,
  tab,
}) => {
  expectErrors(SCRIPTS);
  const title = `Sockets close at night ${randomUUID()}`;
  await postProblem(request, await people.create('seeker'), { title });
  network.fail(SCRIPTS);
  // Visitors may get the list from before the change for a while (decision 0100).
  await expect(async () => {
    await tab.load('/problems');
    expect(await tab.run('return document.body.innerText')).toContain(title);
  }).toPass();
  await network.restore();
  await tab.open('/problems');
  await tab.getByRole('textbox', 'Search problems').fill(title);
  await tab.getByRole('status', 'Result count').getByText(/^1 /).waitForOne();
  await tab.getByRole('link', title).click();
  await tab.getByRole('heading', title).waitForOne();
  await tab.waitForPath(/^\/view-problems\//);
});

test('a user signs in, and out again (product 2.2, 4.1)', async ({ people, tab }) => {
  const { email, password } = await people.create('seeker');
  await tab.open('/signin');
  await tab.getByLabel('Email').fill(email);
  await tab.getByLabel('Password').fill(password);
  await tab.getByRole('main').getByRole('button', 'Sign In').click();
  await tab.waitForPath(/^\/home$/);
  await tab.getByRole('button', 'Account').click();
  await tab.getByRole('menuitem', 'Sign out').click();
  await tab.getByRole('banner').getByRole('link', 'Sign In').waitForOne();
});

test('a seeker posts a problem with a file (product 2.21)', async ({ people, tab }) => {
  const title = `Rows get lost ${randomUUID()}`;
  await tab.signIn(await people.create('seeker'));
  await tab.open('/post-problem');
  await tab.getByRole('textbox', 'Title').fill(title);
  await tab.getByRole('textbox', 'Description').fill('Since Monday the importer stores fewer rows than it reads.');
  await tab.getByLabel('Attachments').setFiles(textFile('trace.log'));
  await tab.getByRole('button', 'Remove trace.log').waitForOne();
  await tab.getByRole('combobox', 'Tags').fill('graph');
  await tab.getByRole('option', 'GraphQL').click();
  await tab.getByRole('combobox', /^Category/).choose('Backend Development');
  await tab.getByRole('textbox', 'Budget').fill('1250');
  await tab.getByRole('main').getByRole('button', 'Post Problem').click();
  await tab.waitForPath(/^\/view-problems\/[0-9a-f-]{36}$/);
  await tab.getByRole('heading', title).waitForOne();
  await tab.getByText('$1,250').waitForOne();
  await tab.getByText('trace.log').waitForOne();
});

test('a solver places a bid beside the problem (product 5.8)', async ({ people, request, tab }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await tab.signIn(await people.create('solver'));
  await tab.open(`/view-problems/${id}`);
  await tab.getByRole('complementary', 'Budget and bids').getByRole('button', 'Place bid').click();
  const dialog = tab.getByRole('dialog', 'Bid on this problem');
  await dialog.getByRole('textbox', 'Message').fill('I would start with a failing test, and then fix what it shows.');
  await dialog.getByRole('textbox', /^Amount/).fill('250');
  await dialog.getByRole('textbox', /^Days/).fill('3');
  await dialog.getByRole('button', 'Place bid').click();
  await tab.getByRole('region', 'Your bid').getByText('Pending').waitForOne();
});

test('a seeker accepts a bid (product 3.3)', async ({ people, request, tab }) => {
  const seeker = await people.create('seeker');
  const { _id: id } = await postProblem(request, seeker);
  await tab.signIn(seeker);
  await tab.open(`/view-problems/${id}`);
  // The bid appears on the open page.
  await placeBid(request, await people.create('solver'), id);
  await tab.getByRole('button', 'Review bids').click();
  await tab.getByRole('list', 'Bids').getByRole('button', 'Accept $250 bid').click();
  await tab
    .getByRole('dialog', /^Hire Jonas Weber for \$250, due /)
    .getByRole('button', 'Accept $250 bid')
    .click();
  await tab.getByRole('dialog').waitForNone();
  await tab.getByRole('region', 'Agreement').getByText(/\$250/).waitForOne();
});

test('messages and a file arrive in both directions without a reload (product 2.24, 2.25)', async ({ people, request, tab }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await openConversation(request, ines, jonas);
  await tab.signIn(ines);
  await tab.open(`/conversations?conversation=${id}`);
  await tab.getByRole('textbox', 'Message').fill('Can you start on Tuesday?');
  await tab.getByRole('button', 'Send').click();
  await tab.getByRole('log').getByText('Can you start on Tuesday?').waitForOne();
  await expect.poll(() => storedTexts(request, jonas, id)).toEqual(['Can you start on Tuesday?']);
  await writeMessage(request, jonas, id, 'Yes, see the plan', [textFile('plan.txt')]);
  await tab.getByRole('log').getByText('Yes, see the plan').waitForOne();
  await tab
    .getByRole('log')
    .getByRole('link', /plan\.txt/)
    .waitForOne();
  await tab.getByLabel('Attach files').setFiles(textFile('server.log'));
  await tab.getByRole('button', 'Send').click();
  await tab
    .getByRole('log')
    .getByRole('link', /server\.log/)
    .waitForOne();
});

test('a notification appears at once, and leads to its page (product 2.27, 4.6)', async ({ people, request, tab }) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, seeker);
  await tab.signIn(seeker);
  await tab.open('/contact');
  await placeBid(request, solver, id);
  await tab.getByRole('button', /^Notifications/).click();
  await tab.getByRole('dialog', 'Notifications').getByRole('listitem').getByRole('link').click();
  await tab.waitForPath(new RegExp(`^/view-problems/${id}`));
});

test('a page shows that it is offline, opens from its cached frame, and reconnects (product 8.18)', async ({
  expectErrors,
  network,
  tab,
}) => {
  expectErrors(/Could not connect|connection|WebSocket|NetworkError|Network Error|can't establish/i);
  await tab.open('/problems');
  await expect.poll(() => tab.run(FRAME_IS_CACHED)).toBe(true);
  const bar = tab.getByText(/^(?:You're offline|Solvent can't be reached)\. Your drafts are kept/);
  await network.cut();
  await tab.load('/problems');
  await bar.waitForOne();
  await tab.getByRole('banner').getByRole('link', 'Browse Problems').waitForOne();
  await network.restore();
  await bar.waitForNone();
  await tab.getByRole('list', 'Problems').waitForOne();
});

/** The service worker has the frame and the files of this page. */
const FRAME_IS_CACHED = `
  const state = navigator.serviceWorker.getRegistration().then((registration) => registration?.active?.state);
  return Promise.all([state, caches.open('frame').then((cache) => cache.keys())]).then(([active, keys]) => {
    const paths = keys.map(({ url }) => new URL(url).pathname);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const files = loaded.filter((path) => ['shell', 'remotes'].includes(path.split('/')[1]));
    return active === 'activated' && ['/offline', ...files].every((path) => paths.includes(path));
  })`;

test('a dialog takes the focus, keeps it, and returns it (product 10.13)', async ({ people, request, tab }) => {
  const { _id: id } = await postProblem(request, await people.create('seeker'));
  await tab.signIn(await people.create('solver'));
  await tab.open(`/view-problems/${id}`);
  await tab.press('Tab');
  await tab.getByRole('link', /^Skip to/).waitForFocus();
  const opener = tab.getByRole('main').getByRole('button', /^Report/);
  await opener.click();
  const dialog = tab.getByRole('dialog');
  await dialog.waitForOne();
  const hasFocus = () => tab.run("return document.activeElement.closest('[role=dialog]') !== null");
  await expect.poll(hasFocus).toBe(true);
  for (let count = 0; count < 12; count += 1) await tab.press('Tab');
  expect(await hasFocus()).toBe(true);
  await tab.press('Escape');
  await dialog.waitForNone();
  await opener.waitForFocus();
});

test('the theme is stored, and applies before scripts load (product 10.1)', async ({ expectErrors, network, tab }) => {
  expectErrors(SCRIPTS);
  const readBackground = () => tab.run('return getComputedStyle(document.documentElement).backgroundColor');
  network.fail(SCRIPTS);
  await tab.load('/robots.txt');
  await tab.run('localStorage.setItem(arguments[0], "dark")', STORAGE_KEYS.theme);
  await tab.load('/toolbox');
  expect(await readBackground()).toBe('rgb(11, 11, 14)');
  await network.restore();
  await tab.open('/toolbox');
  await tab.getByRole('button', 'Switch to light theme').click();
  await expect.poll(() => tab.run('return localStorage.getItem(arguments[0])', STORAGE_KEYS.theme)).toBe('light');
  expect(await readBackground()).not.toBe('rgb(11, 11, 14)');
});

test('a developer uploads a module (product 2.33)', async ({ people, tab }) => {
  const title = createTitle('Retry Promise');
  await tab.signIn(await people.create('solver'));
  await tab.open('/toolbox/upload');
  await tab.getByRole('textbox', /^Title/).fill(title);
  await tab.getByRole('textbox', /^Description/).fill('Calls a function again until it succeeds.');
  await tab.getByRole('textbox', /^Documentation/).fill('Call it with a function.');
  await tab.getByRole('checkbox', 'Node.js').click();
  await tab.getByLabel(/^Zip File/).setFiles(toZipUpload(await createPackageZip()));
  await tab.getByRole('checkbox', /^I agree to the/).click();
  await tab.getByRole('button', 'Upload Module').click();
  await tab.getByRole('dialog', 'Confirm Upload').getByRole('button', 'Confirm Upload').click();
  await tab.getByText(/Your module was uploaded successfully\./).waitForOne();
});

test('at 390 px the tabs replace the bar, and no page scrolls sideways (product 2.6, 10.4)', async ({ people, request, tab }) => {
  const seeker = await people.create('seeker');
  const { _id: id } = await postProblem(request, seeker, { title: 'X'.repeat(100) });
  await tab.signIn(seeker);
  await tab.resize({ width: 390, height: 844 });
  for (const path of ['/home', '/problems', `/view-problems/${id}`, '/conversations', '/toolbox', '/profile']) {
    await tab.open(path);
    expect(await tab.run('return [innerWidth, document.documentElement.scrollWidth <= innerWidth]'), path).toEqual([390, true]);
  }
  await tab.getByRole('navigation', 'Tabs').getByRole('link', 'Problems').click();
  await tab.waitForPath(/^\/problems$/);
  await tab.getByRole('button', 'Menu').click();
  await tab.getByRole('dialog', 'Menu').getByRole('link', 'My Bids').click();
  await tab.waitForPath(/^\/my-bids/);
});

test('a remote that fails is a card, and works again (product 10.18)', async ({ expectErrors, network, tab }) => {
  expectErrors(/\/remotes\/auth\//);
  network.fail(/\/remotes\/auth\//);
  await tab.open('/privacy');
  await tab.getByRole('banner').getByRole('link', 'Sign In').click();
  await tab.getByRole('heading', 'This page could not be loaded').waitForOne();
  await tab.getByRole('banner').getByRole('link', 'Browse Problems').waitForOne();
  await network.restore();
  await tab.getByRole('main').getByRole('button', 'Try again').click();
  await tab.getByRole('heading', 'Welcome Back').waitForOne();
});

test('pages are preloaded while the browser is idle (product 2.8)', async ({ network, tab }) => {
  await tab.open('/privacy');
  for (const remote of ['marketplace', 'auth', 'toolbox'])
    await expect.poll(() => network.requests.some((path) => path.startsWith(`/remotes/${remote}/`)), remote).toBe(true);
});

for (const file of ['remoteEntry', 'sign-in'])
  test(`a page that is left while ${file} of a remote loads reports no failure (product 10.18)`, async ({ network, tab }) => {
    const isFile = new RegExp(`/remotes/auth/.*${file}.*\\.js`);
    network.hold(isFile);
    await tab.open('/privacy');
    await tab.getByRole('banner').getByRole('link', 'Sign In').click();
    await expect.poll(() => network.requests.some((path) => isFile.test(path))).toBe(true);
    await tab.open('/terms');
    await expect.poll(() => network.reports.length).toBeGreaterThan(0);
    expect(network.reports.flatMap(({ errors }) => errors)).toEqual([]);
  });
