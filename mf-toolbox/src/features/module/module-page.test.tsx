import { jest } from '@jest/globals';
import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, signInAs } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, screen, within } from '@testing-library/react';
import { openModule, title } from '../../testing/open-module.tsx';

let opened: ReturnType<typeof openModule>;
async function open(...options: Parameters<typeof openModule>) {
  opened = openModule(...options);
  await title();
  return opened;
}
const region = (name: string) => within(screen.getByRole('region', { name }));
const fact = (name: string) => region('Module Information').getByText(name).nextSibling;
const video = (id: string) => ({ _id: id, url: `/api/files/${id}`, name: `${id}.mp4`, size: 9, mimeType: 'video/mp4' });
const image = (id: string) => ({ _id: id, url: `/api/files/${id}`, name: `${id}.webp`, size: 9, mimeType: 'image/webp' });

afterEach(() => {
  clearSession();
  opened.api.restore();
});

describe('the head of a module’s page (product 2.30)', () => {
  it('has the way here, and the title as the page’s', async () => {
    await open();
    const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(path.getAllByRole('listitem').map((step) => step.textContent)).toEqual(['Home', 'Toolbox', 'Chart Dashboard']);
    expect(path.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/home');
    expect(path.getByRole('link', { name: 'Toolbox' })).toHaveAttribute('href', '/toolbox');
    expect(document.title).toBe('Chart Dashboard · Solvent');
  });

  it('says who wrote it, when it was updated, how it is rated, and its tags', async () => {
    await open({ module: { rating: 4, ratingCount: 12 } });
    expect(screen.getAllByRole('link', { name: 'Lena Vogt' })[0]).toHaveAttribute('href', '/profile/lena');
    expect(screen.getByText(/^Updated/)).toHaveTextContent('Updated Nov 20, 2026');
    expect(screen.getAllByText('4.0')[0]).toBeVisible();
    const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map((tag) => tag.textContent)).toEqual(['React', 'TypeScript']);
  });

  it('asks for it once, by the id of the address', async () => {
    await open({ at: '/toolbox/chart-dashboard' });
    expect(opened.api.requests.map(({ path }) => path)).toEqual([
      '/modules/chart-dashboard',
      '/modules/m1/reviews',
      '/modules/m1/related',
    ]);
  });

  it('names an author who is gone, without a way to them', async () => {
    await open({ module: { author: { _id: 'x', name: DELETED_PERSON_NAME, image: null } } });
    expect(screen.queryByRole('link', { name: DELETED_PERSON_NAME })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Contact Author' })).toBeNull();
  });
});

describe('what it says', () => {
  it('has the description and five key features', async () => {
    await open({ module: { description: 'Charts for an admin page.' } });
    expect(region('Description').getByText('Charts for an admin page.')).toBeVisible();
    expect(region('Key Features').getAllByRole('listitem')).toHaveLength(5);
  });

  it('shows the preview, and art of its own without one', async () => {
    await open({ module: { previewImages: [image('one')] } });
    expect(screen.getByRole('img', { name: 'Preview of Chart Dashboard' })).toHaveAttribute('src', '/api/files/one');
  });

  it('has the facts at its side', async () => {
    const sha256 = 'a'.repeat(64);
    await open({ module: { priceCents: 0, downloads: 12_804, version: '2.1.0', license: 'ISC', sizeBytes: 3_500_000, sha256 } });
    expect(fact('Downloads')).toHaveTextContent('12,804');
    expect(fact('Released')).toHaveTextContent('Nov 20, 2026');
    expect(fact('Version')).toHaveTextContent('2.1.0');
    expect(fact('License')).toHaveTextContent('ISC');
    expect(fact('Size')).toHaveTextContent('3.3 MB');
    expect(fact('SHA-256')).toHaveTextContent(sha256);
    expect(region('Tech Stack').getByText('React')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Licenses' })).toBeNull();
  });

  it.each([
    [null, 'Standard or Extended', 'Licenses', ['Standard license', 'Extended license']],
    ['extended' as const, 'Extended', 'Your License', ['Extended license']],
  ])(
    'names of a paid one the licences of buyers alone, with what they allow (bought: %s)',
    async (boughtAs, word, card, lists) => {
      await open({ module: { license: 'MIT', boughtAs, owned: boughtAs !== null } });
      expect(fact('License')).toHaveTextContent(new RegExp(`^${word}$`));
      expect(screen.queryByText('MIT')).toBeNull();
      for (const name of lists)
        expect(region(card).getByRole('list', { name })).toHaveTextContent('Updates within the major version');
      expect(region(card).getAllByRole('list')).toHaveLength(lists.length);
    },
  );

  it('leads to the repository, when there is one', async () => {
    await open({ module: { repositoryUrl: 'https://example.com/code' } });
    const link = region('Repository').getByRole('link', { name: 'View Repository' });
    expect(link).toHaveAttribute('href', 'https://example.com/code');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  describe('Contact Author', () => {
    const card = () => region('About the Author');
    const contact = () => card().getByRole('link', { name: 'Contact Author' });

    it('is a mail about the module where the author shows their address', async () => {
      await open({ module: { authorEmail: 'lena+modules@example.com' } });
      expect(contact().getAttribute('href')).toMatch(
        /^mailto:lena%2Bmodules@example\.com\?subject=About%20Chart%20Dashboard&body=.*chart-dashboard$/,
      );
      expect(card().queryByText(/in a conversation/)).toBeNull();
    });

    it.each([
      [true, 'You write to the author in a conversation here.'],
      [false, 'You sign in first, and write to the author in a conversation here.'],
    ])('is a conversation where they do not (signed in: %s)', async (isSignedIn, text) => {
      if (isSignedIn) signInAs({ _id: 'mira' });
      await open();
      expect(contact()).toHaveAttribute('href', '/conversations?with=lena');
      expect(card().getByText(text)).toBeVisible();
    });

    it.each([
      [null, 'People who look at this page write to you in a conversation.'],
      ['lena@example.com', 'People who look at this page write to you at lena@example.com.'],
    ])('is nothing for the author, who is told how they are written to (address: %s)', async (authorEmail, text) => {
      signInAs({ _id: 'lena' });
      await open({ module: { authorEmail } });
      expect(card().queryByRole('link', { name: 'Contact Author' })).toBeNull();
      expect(card().getByText(text)).toBeVisible();
      expect(card().getByRole('link', { name: 'Change that' })).toHaveAttribute('href', '/toolbox/own');
    });
  });

  it('has where there is help', async () => {
    const { user } = await open({ module: { tags: ['UI Kit', 'Node.js'] } });
    const support = region('Support');
    expect(support.getByRole('link', { name: 'Support Forum' })).toHaveAttribute('href', '/problems?tags=Nodejs');
    await user.click(support.getByRole('link', { name: 'Documentation' }));
    expect(screen.getByRole('tab', { name: 'Documentation' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows related modules, and goes without them', async () => {
    await open({
      routes: { 'GET /modules/:id/related': () => ({ modules: [buildModule({ id: 'm2', title: 'Form Builder' })] }) },
    });
    expect(await screen.findByRole('link', { name: 'Form Builder' })).toHaveAttribute('href', '/toolbox/m2');
  });

  it('lists its versions, the newest first, with what is new', async () => {
    const version = (name: string, notes: string): Module['versions'][number] => ({
      version: name,
      notes,
      sizeBytes: 640,
      sha256: 'b'.repeat(64),
      releasedAt: '2026-11-01T10:00:00.000Z',
    });
    await open({ module: { priceCents: 0, version: '1.1.0', versions: [version('1.1.0', 'Dark theme'), version('1.0.0', '')] } });
    const rows = region('Version History').getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/1\.1\.0Latest.*640 B.*Dark theme/);
    expect(within(rows[1] ?? document.body).getByRole('button', { name: 'Download 1.0.0' })).toBeEnabled();
  });
});

describe('the tabs (product 2.30)', () => {
  const tab = (name: string) => screen.getByRole('tab', { name });

  it('open with Preview: pictures that open large, videos with controls', async () => {
    const { user } = await open({
      module: { previewImages: [image('one'), image('two')], previewVideos: [video('clip')], demoUrl: 'https://example.com' },
    });
    expect(tab('Preview')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText('Video of the module')).toHaveAttribute('controls');
    expect(screen.getByRole('link', { name: 'Live demo' })).toHaveAttribute('href', 'https://example.com');
    await user.click(screen.getByRole('button', { name: 'Open image 2 of 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Image 2 of 2' });
    expect(within(dialog).getByRole('img', { name: 'Image 2 of 2' })).toHaveAttribute('src', '/api/files/two');
  });

  it('have the command that installs it, to be copied, and code that uses it', async () => {
    const { user } = await open({
      module: { priceCents: 0, documentation: '```bash\nnpm i\n```\n\n```ts\ndraw();\n```' },
      routes: { 'GET /modules/:id/files': () => ({ version: '1.0.0', files: [{ path: 'kit/package.json', size: 1 }] }) },
    });
    await user.click(tab('Installation'));
    const command = [
      `curl -fsSL ${window.location.origin}/api/modules/m1/archive.zip -o m1.zip &&`,
      'unzip -qo m1.zip -d solvent-m1 &&',
      'npm install ./solvent-m1/kit',
    ].join('\n');
    const code = await screen.findByText(/^curl/);
    expect(code.textContent).toBe(command);
    expect(screen.getByText(/^Run this in your project’s folder/)).toBeVisible();
    expect(screen.getByText('draw();')).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveTextContent('/toolbox/m1?tab=installation');
    await user.click(screen.getByRole('button', { name: 'Copy install command' }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(command);
  });

  it.each([
    [false, /^Buy the module, download it into your project’s folder/],
    [true, /^Download the module into your project’s folder/],
  ])('say first how a paid one comes there (bought: %s)', async (owned, text) => {
    await open({
      module: { owned },
      at: '/toolbox/m1?tab=installation',
      routes: { 'GET /modules/:id/files': () => ({ version: '1.0.0', files: [{ path: 'index.html', size: 1 }] }) },
    });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('unzip -qo chart-dashboard-1.0.0.zip -d solvent-m1')).toBeVisible();
    expect(screen.getByText(/It is no package of npm or pip: use its files from there\.$/)).toBeVisible();
  });

  it('ask again for the command that did not come', async () => {
    let broken = true;
    const { user } = await open({
      at: '/toolbox/m1?tab=installation',
      routes: { 'GET /modules/:id/files': () => (broken ? refuse('internal', 'No') : { version: '1.0.0', files: [] }) },
    });
    expect(await screen.findByText('The command could not be loaded.')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^unzip/)).toBeVisible();
  });

  it('show the documentation as markdown without what could do harm', async () => {
    const documentation = '# How\n\nDraw a **chart**.\n\n<img src=x onerror=alert(1)>\n\n[click](javascript:alert(1))';
    await open({ module: { documentation }, at: '/toolbox/m1?tab=documentation' });
    expect(await screen.findByRole('heading', { level: 3, name: 'How' })).toBeVisible();
    const panel = screen.getByRole('tabpanel', { name: 'Documentation' });
    expect(panel.querySelector('img, a')).toBeNull();
    expect(panel).toHaveTextContent('<img src=x onerror=alert(1)>');
  });

  it('go by the arrow keys', async () => {
    const { user } = await open();
    tab('Preview').focus();
    await user.keyboard('{ArrowLeft}');
    expect(tab('Documentation')).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(tab('Installation')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(tab('Preview')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('a module that is not shown', () => {
  it('is not found (product 2.33)', async () => {
    opened = openModule({ routes: { 'GET /modules/:id': () => refuse('not_found', 'There is no such module.') } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Module not found' })).toBeVisible();
    expect(screen.getByText("The module you're looking for doesn't exist or has been removed.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Toolbox' })).toHaveAttribute('href', '/toolbox');
  });

  it('could not be loaded, and is tried again', async () => {
    let broken = true;
    opened = openModule({
      routes: { 'GET /modules/:id': () => (broken ? refuse('internal', 'No') : { module: opened.change({}) }) },
    });
    expect(await screen.findByText('The module could not be loaded')).toBeVisible();
    broken = false;
    await opened.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title()).toBeVisible();
  });

  it('is on its way: its shape after 120 ms', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      opened = openModule({ routes: { 'GET /modules/:id': () => new Promise<never>(() => {}) } });
      const skeleton = screen.getByRole('status', { name: 'Loading' });
      expect(skeleton).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(150));
      expect(skeleton).not.toBeEmptyDOMElement();
    } finally {
      jest.useRealTimers();
    }
  });

  it('is its author’s alone: why, and the way to the others', async () => {
    signInAs({ _id: 'lena' });
    await open({
      module: {
        status: 'rejected',
        review: { version: '1.0.0', stage: 'archive', reason: 'The archive is encrypted.', findings: [] },
      },
    });
    expect(screen.getByText('This module was not published. Only you see this page.')).toBeVisible();
    expect(screen.getByText('The archive is encrypted.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your modules' })).toHaveAttribute('href', '/toolbox/own');
  });
});
