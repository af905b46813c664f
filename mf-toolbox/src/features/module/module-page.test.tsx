import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { buildModule, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { buildModuleDetail } from '../../testing/build-module.ts';
import { respondInOrder } from '../../testing/respond-in-order.ts';
import { closeModule, openModule, openModulePage } from '../../testing/open-module.tsx';
import { Installation, findSampleUsage } from './details/installation.tsx';
import { SidebarCards } from './sidebar-cards.tsx';

let api: ReturnType<typeof fakeApi> | undefined;
const region = (name: string) => within(screen.getByRole('region', { name }));
const fact = (name: string) => region('Module Information').getByText(name).nextSibling;
const tab = (name: string) => screen.getByRole('tab', { name });
const file = (id: string, type: string) => ({
  _id: id,
  url: `/api/files/${id}`,
  name: id,
  size: 9,
  mimeType: type,
});
const version = (name: string, notes: string): Module['versions'][number] => ({
  version: name,
  notes,
  sizeBytes: 640,
  sha256: 'b'.repeat(64),
  releasedAt: '2026-11-01T10:00:00.000Z',
});
const afterFailure = (answer: object) => respondInOrder(refuse('internal', 'No'), answer);

afterEach(() => {
  closeModule();
  api?.restore();
  api = undefined;
});

describe('the page of a module', () => {
  it('shows what a module is (product 2.30, 2.31, 7.10, 10.17)', async () => {
    const { user, api: calls } = await openModulePage({
      at: '/toolbox/chart-dashboard',
      module: {
        priceCents: 0,
        rating: 4,
        ratingCount: 12,
        downloads: 12_804,
        version: '1.1.0',
        license: 'ISC',
        sizeBytes: 3_500_000,
        sha256: 'a'.repeat(64),
        description: 'Charts for an admin page.',
        documentation: '# How\n\nDraw a chart.',
        tags: ['UI Kit', 'Node.js'],
        repositoryUrl: 'https://example.com/code',
        previewImages: [file('one', 'image/webp')],
        versions: [version('1.1.0', 'Dark theme'), version('1.0.0', '')],
      },
      routes: { 'GET /modules/:id/related': () => ({ modules: [buildModule({ id: 'm2', title: 'Form Builder' })] }) },
    });
    expect(await screen.findByRole('link', { name: 'Form Builder' })).toHaveAttribute('href', '/toolbox/m2');
    expect(calls.requests.map(({ path }) => path)).toEqual([
      '/modules/chart-dashboard',
      '/modules/m1/reviews',
      '/modules/m1/related',
    ]);
    const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(path.getAllByRole('listitem').map((step) => step.textContent)).toEqual(['Home', 'Toolbox', 'Chart Dashboard']);
    expect(path.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/home');
    expect(path.getByRole('link', { name: 'Toolbox' })).toHaveAttribute('href', '/toolbox');
    expect(document.title).toBe('Chart Dashboard · Solvent');
    expect(screen.getAllByRole('link', { name: 'Lena Vogt' })[0]).toHaveAttribute('href', '/profile/lena');
    expect(screen.getByText(/^Updated/)).toHaveTextContent('Updated Nov 20, 2026');
    expect(screen.getAllByText('4.0')[0]).toBeVisible();
    const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map((tag) => tag.textContent)).toEqual(['UI Kit', 'Node.js']);
    expect(region('Price').getByText('Free')).toBeVisible();
    expect(screen.queryByText('One-time purchase')).toBeNull();
    expect(screen.getByRole('button', { name: 'Download Now' })).toBeEnabled();
    expect(screen.getByRole('img', { name: 'Preview of Chart Dashboard' })).toHaveAttribute('src', '/api/files/one');
    expect(region('Description').getByText('Charts for an admin page.')).toBeVisible();
    expect(region('Key Features').getAllByRole('listitem')).toHaveLength(5);
    const rows = region('Version History').getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/1\.1\.0Latest.*640 B.*Dark theme/);
    expect(screen.getByRole('button', { name: 'Download 1.0.0' })).toBeEnabled();
    expect(fact('Downloads')).toHaveTextContent('12,804');
    expect(fact('Released')).toHaveTextContent('Nov 20, 2026');
    expect(fact('Version')).toHaveTextContent('1.1.0');
    expect(fact('License')).toHaveTextContent('ISC');
    expect(fact('Size')).toHaveTextContent('3.3 MB');
    expect(fact('SHA-256')).toHaveTextContent('a'.repeat(64));
    expect(region('Tech Stack').getByText('UI Kit')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Licenses' })).toBeNull();
    const repository = region('Repository').getByRole('link', { name: 'View Repository' });
    expect(repository).toHaveAttribute('href', 'https://example.com/code');
    expect(repository).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(region('Support').getByRole('link', { name: 'Support Forum' })).toHaveAttribute('href', '/problems?tags=Nodejs');
    await user.click(screen.getByRole('button', { name: 'Share Module' }));
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/toolbox/chart-dashboard`);
    await user.click(region('Support').getByRole('link', { name: 'Documentation' }));
    expect(tab('Documentation')).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByRole('heading', { level: 3, name: 'How' })).toBeVisible();
  });

  it('has tabs that the arrow keys walk, and opens with pictures and videos (product 2.30, 2.35)', async () => {
    const { user } = await openModulePage({
      module: {
        previewImages: [file('one', 'image/webp'), file('two', 'image/webp')],
        previewVideos: [file('clip', 'video/mp4')],
        demoUrl: 'https://example.com',
      },
    });
    expect(tab('Preview')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText('Video of the module')).toHaveAttribute('controls');
    expect(screen.getByRole('link', { name: 'Live demo' })).toHaveAttribute('href', 'https://example.com');
    tab('Preview').focus();
    await user.keyboard('{ArrowLeft}');
    expect(tab('Documentation')).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(tab('Installation')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(tab('Preview')).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('button', { name: 'Open image 2 of 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Image 2 of 2' });
    expect(within(dialog).getByRole('img', { name: 'Image 2 of 2' })).toHaveAttribute('src', '/api/files/two');
  });

  it('shows the documentation under Preview without pictures, and the key features of its author as text (product 2.30)', async () => {
    await openModulePage({ module: { keyFeatures: ['<b>Dark</b> theme'] } });
    expect(await screen.findByRole('heading', { name: 'Use' })).toBeVisible();
    expect(region('Key Features').getByRole('listitem')).toHaveTextContent('<b>Dark</b> theme');
  });

  it('has a command that installs a free module, to be copied, and code that uses it (product 2.46, 8.17, 10.24)', async () => {
    const { user } = await openModulePage({
      module: { priceCents: 0, documentation: '```bash\nnpm i\n```\n\n```ts\ndraw();\n```' },
      routes: { 'GET /modules/:id/files': afterFailure({ version: '1.0.0', files: [{ path: 'kit/package.json', size: 1 }] }) },
    });
    await user.click(tab('Installation'));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/toolbox/m1?tab=installation');
    expect(await screen.findByText('The command could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const code = await screen.findByText(/^curl/);
    expect(code).toHaveTextContent(/\/api\/modules\/m1\/archive\.zip.*npm install \.\/solvent-m1\/kit$/);
    expect(screen.getByText(/^Run this in your project’s folder/)).toBeVisible();
    expect(screen.getByText('draw();')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy install command' }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(code.textContent);
  });

  it.each([
    [false, /^Buy the module, download it into your project’s folder/],
    [true, /^Download the module into your project’s folder/],
  ])('explains how a paid module is installed (bought: %s; product 2.46)', async (owned, text) => {
    api = fakeApi({ 'GET /modules/:id/files': () => ({ version: '1.0.0', files: [{ path: 'index.html', size: 1 }] }) });
    renderScreen(<Installation module={buildModuleDetail({ owned })} />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(/It is not an npm or pip package: import its files from there\.$/)).toBeVisible();
  });
});

it.each([
  ['the first code', '```ts\nfirst();\n```\n\n```ts\nsecond();\n```', 'first();'],
  ['no command of a shell', '```bash\nnpm i\n```\n\n```js\nuse();\n```', 'use();'],
  ['code without a language', '```\nuse()\n```', 'use()'],
  ['code with Windows line ends', '```py\r\nuse()\r\nend()\r\n```\r\n', 'use()\nend()'],
  ['nothing where there is none', 'Call `use()`.', undefined],
  ['nothing where it never ends', '```ts\nnever closed', undefined],
])('the sample usage is %s (product 2.46)', (_what, documentation, code) => {
  expect(findSampleUsage(documentation)).toBe(code);
});

describe('the side cards', () => {
  const show = (module: Partial<Module> = {}) => renderScreen(<SidebarCards module={buildModuleDetail(module)} />);
  const contact = () => region('About the Author').queryByRole('link', { name: 'Contact Author' });

  it.each([
    [null, 'Standard or Extended', 'Licenses', ['Standard license', 'Extended license'], ['$19', '$57']],
    ['extended' as const, 'Extended', 'Your License', ['Extended license'], []],
  ])(
    'show only the licenses of a paid module, with their prices before (bought: %s; product 2.31, 3.25)',
    (boughtAs, word, card, lists, prices) => {
      show({ license: 'MIT', boughtAs, owned: boughtAs !== null });
      expect(fact('License')).toHaveTextContent(new RegExp(`^${word}$`));
      expect(screen.queryByText('MIT')).toBeNull();
      expect(region(card).getAllByRole('list')).toHaveLength(lists.length);
      expect(
        region(card)
          .queryAllByText(/^\$/)
          .map(({ textContent }) => textContent),
      ).toEqual(prices);
      for (const name of lists)
        expect(region(card).getByRole('list', { name })).toHaveTextContent('Updates within the major version');
    },
  );

  it('lead to the author by a conversation, and by mail where the address is shown (product 2.32)', () => {
    const { unmount } = show();
    expect(contact()).toHaveAttribute('href', '/conversations?with=lena');
    expect(screen.getByText('Sign in to start a conversation with the author.')).toBeVisible();
    unmount();
    signInAs({ _id: 'mira' });
    show({ authorEmail: 'lena+modules@example.com' });
    expect(screen.getByRole('link', { name: 'Send a message' })).toHaveAttribute('href', '/conversations?with=lena');
    expect(contact()?.getAttribute('href')).toMatch(
      /^mailto:lena%2Bmodules@example\.com\?subject=About%20Chart%20Dashboard&body=.*chart-dashboard$/,
    );
  });

  it('show an author how they are contacted, and nothing for a deleted author (product 2.32)', () => {
    signInAs({ _id: 'lena' });
    const { unmount } = show({ authorEmail: 'lena@example.com' });
    expect(contact()).toBeNull();
    expect(screen.getByText('Visitors can contact you at lena@example.com.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change this' })).toHaveAttribute('href', '/toolbox/own');
    unmount();
    show({ author: { _id: 'x', name: DELETED_PERSON_NAME, image: null } });
    expect(screen.queryByRole('link', { name: DELETED_PERSON_NAME })).toBeNull();
    expect(contact()).toBeNull();
  });
});

describe('the files of an archive (product 2.46)', () => {
  const folder = (name: RegExp) => screen.findByRole('button', { name });

  it('are requested by a click: folders that open and close, 200 files at once (product 8.17)', async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({ path: `kit/src/${at}.ts`, size: 1 }));
    const files = [{ path: 'kit/README.md', size: 1024 }, ...many];
    const route = afterFailure({ version: '1.0.0', files });
    const { user, sent } = await openModulePage({ routes: { 'GET /modules/:id/files': route } });
    const requests = () => sent('GET').filter(({ path }) => path.endsWith('/files'));
    expect(requests()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show files' }));
    expect(await screen.findByText('The files could not be listed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('251 files, 1 KB once unpacked')).toBeVisible();
    expect(await folder(/^kit/)).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('README.md')).toBeVisible();
    const src = await folder(/^src 250 files, 250 B/);
    expect(src).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('0.ts')).toBeNull();
    src.focus();
    await user.keyboard('{Enter}');
    expect(screen.getAllByText(/\.ts$/)).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show 50 more files' }));
    expect(screen.getAllByText(/\.ts$/)).toHaveLength(250);
    src.focus();
    await user.keyboard(' ');
    expect(screen.queryByText('0.ts')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hide files' }));
    expect(screen.queryByText('README.md')).toBeNull();
  });
});

describe('a module that is not shown', () => {
  it('loads again after a failure; one that does not exist is not found (product 2.33, 10.9, 10.10)', async () => {
    const opened = openModule({ routes: { 'GET /modules/:id': afterFailure(refuse('not_found', 'There is no such module.')) } });
    ({ api } = opened);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    expect(await screen.findByText('The module could not be loaded')).toBeVisible();
    await opened.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Module not found' })).toBeVisible();
    expect(screen.getByText("The module you're looking for doesn't exist or has been removed.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Toolbox' })).toHaveAttribute('href', '/toolbox');
  });

  it('is visible to its author alone, with the reason (product 4.17)', async () => {
    signInAs({ _id: 'lena' });
    const review = { version: '1.0.0', stage: 'archive' as const, reason: 'The archive is encrypted.', findings: [] };
    await openModulePage({ module: { status: 'rejected', review } });
    expect(screen.getByText('This module was not published. Only you see this page.')).toBeVisible();
    expect(screen.getByText('The archive is encrypted.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your modules' })).toHaveAttribute('href', '/toolbox/own');
    expect(screen.getByRole('button', { name: 'Download Now' })).toBeEnabled();
    expect(screen.queryByText('Buy Now')).toBeNull();
    expect(screen.queryByText('Write a Review')).toBeNull();
  });

  it('is not served to its author either while it is on hold (product 4.17)', async () => {
    signInAs({ _id: 'lena' });
    const findings = [{ path: '.env', line: 1, text: 'This looks like a live key of Stripe.' }];
    const review = { version: '1.0.0', stage: 'secrets' as const, reason: null, findings };
    await openModulePage({ module: { status: 'in-review', review } });
    expect(screen.getByText('We found what looks like a secret in .env, line 1.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'It is not a secret' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Upload a new version' })).toBeEnabled();
    expect(screen.queryByText('Download Now')).toBeNull();
    expect(screen.queryByText('Show files')).toBeNull();
  });

  it('names a version that is on hold on the page of the one before it (product 4.17)', async () => {
    signInAs({ _id: 'lena' });
    const findings = [{ path: '.env', line: 1, text: 'This looks like a live key of Stripe.' }];
    await openModulePage({ module: { review: { version: '1.1.0', stage: 'secrets', reason: null, findings } } });
    expect(screen.getByText(/^No one can get version 1\.1\.0 until you confirm/)).toBeVisible();
    expect(screen.getByText('Show files')).toBeVisible();
  });
});
