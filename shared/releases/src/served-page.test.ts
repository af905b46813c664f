/** @jest-environment jsdom */
import { channelSchema, pageFile } from '@solvent/federation/manifest';
import type { BuildFiles } from '@solvent/federation/manifest';
import type { PagePart } from './page-part.ts';
import { renderPages } from './render-pages.ts';
import { withMade } from './served-page.ts';
import type { MadePage } from './served-page.ts';

const build: BuildFiles = {
  entry: 'main.0a1b2c3d4e.js',
  styles: [],
  always: ['libs.0a1b2c3d4e.js'],
  chunks: {},
  fonts: ['inter.0a1b2c3d4e.woff2'],
  takes: {},
  provides: {},
  shared: {},
};

const shell: PagePart = {
  name: 'shell',
  build,
  url: (file) => `/shell/files/${file}`,
  integrity: () => 'sha256-x',
  has: () => false,
};

const channel = channelSchema.validateSync({
  channel: 'production',
  revision: 1,
  shell: { version: '1.0.0-aa', paths: ['/terms'] },
  remotes: [],
});

const plain = renderPages(channel, shell, []).get(pageFile('/terms')) ?? '';
const filled = plain.replaceAll('%SOLVENT_NONCE%', 'N').replace('%SOLVENT_CONFIG%', '{}');

const made = (more: Partial<MadePage['page']> = {}): MadePage => ({
  at: 1000,
  age: 5,
  versions: { shell: '1.0.0-aa' },
  page: {
    status: 200,
    head: '<title>Terms</title>',
    body: {
      html: '<main>Text</main>',
      styles: '<style nonce="%SOLVENT_NONCE%">a{}</style>',
      queries: [{ key: ['a'], data: '</script>' }],
    },
    ...more,
  },
});

const documentOf = (html: string) => new DOMParser().parseFromString(html, 'text/html');

describe('a page that the server made', () => {
  const page = documentOf(withMade(filled, made(), 'N'));

  it('shows it in the root, with its head and its styles', () => {
    expect(page.title).toBe('Terms');
    expect(page.getElementById('root')?.innerHTML).toBe('<main>Text</main>');
    expect(page.head.querySelector<HTMLElement>('style[nonce=N]:not(:first-of-type)')).not.toBeNull();
  });

  it('asks for no script and no font before it is painted', () => {
    expect(page.querySelectorAll('script[src], link[rel=preload]')).toHaveLength(0);
    const later = page.querySelector('template')?.content;
    expect(later?.querySelectorAll('link[rel=preload]')).toHaveLength(3);
    expect(later?.querySelectorAll('script[src]')).toHaveLength(1);
  });

  it('tells the browser what it was made of; no answer ends the script that it stands in', () => {
    const text = page.getElementById('solvent-served')?.textContent ?? '';
    expect(JSON.parse(text)).toEqual({
      at: 1000,
      age: 5,
      versions: { shell: '1.0.0-aa' },
      queries: [{ key: ['a'], data: '</script>' }],
    });
  });

  it('has the sentence about scripts that do not come below it, not in its place', () => {
    expect(page.getElementById('solvent-failure')?.closest('#root')).toBeNull();
    expect(page.body.querySelector('noscript')?.textContent).toContain('for more than reading');
  });
});

/** Opens the page, and runs its script that keeps what somebody does early. */
function openEarly(html: string): HTMLElement {
  const body = { html, styles: '', queries: [] };
  const page = documentOf(withMade(filled, made({ body }), 'N'));
  document.body.innerHTML = page.body.innerHTML;
  const script = [...page.scripts].find(({ text }) => text.includes('solventEarlyActions'));
  window.eval(script?.text ?? '');
  return document.querySelector<HTMLElement>('#root') ?? document.body;
}

it.each([
  ['a button', '<button type="button">Place Bid</button>', 'click'],
  ['a form', '<form method="post"><button>Sign In</button></form>', 'submit'],
])('%s that is pressed while React takes the page over is kept for later, and not done twice', (_name, html, type) => {
  const root = openEarly(`<main>${html}</main>`);
  const done: string[] = [];
  // As React does: it listens at the root as soon as it begins.
  for (const isCapture of [true, false]) root.addEventListener(type, (event) => done.push(event.type), isCapture);
  root.querySelector('button')?.click();
  expect(done).toEqual([]);
  const kept = (window as unknown as { solventEarlyActions: () => { type: string }[] }).solventEarlyActions();
  expect(kept.map((action) => action.type)).toEqual([type]);
  root.querySelector(type === 'submit' ? 'form' : 'button')?.dispatchEvent(new Event(type, { bubbles: true }));
  expect(done).toEqual([type, type]);
});

it('takes nothing that people wrote for what the server fills in', () => {
  const written = '%SOLVENT_NONCE% %SOLVENT_CONFIG% $& &lt;!--/head--&gt;';
  const html = withMade(
    filled,
    made({ head: `<title>${written}</title>`, body: { html: `<main>${written}</main>`, styles: '', queries: [] } }),
    'N',
  );
  expect(documentOf(html).querySelector('main')?.textContent).toBe('%SOLVENT_NONCE% %SOLVENT_CONFIG% $& <!--/head-->');
  expect(documentOf(html).title).toBe('%SOLVENT_NONCE% %SOLVENT_CONFIG% $& <!--/head-->');
  expect(documentOf(html).getElementById('solvent-config')?.textContent).toBe('{}');
});

it('without a body has its head, and is drawn by the browser', () => {
  const { body: _none, ...page } = made().page;
  const html = withMade(filled, { ...made(), page }, 'N');
  expect(documentOf(html).title).toBe('Terms');
  expect(documentOf(html).querySelectorAll('script[src]')).toHaveLength(1);
  expect(documentOf(html).getElementById('root')?.textContent).toContain('Solvent could not be loaded');
});

it('stays as it is where it is from before pages had such places', () => {
  expect(withMade('<title>Solvent</title><div id="root"></div>', made(), 'N')).toBe(
    '<title>Solvent</title><div id="root"></div>',
  );
});
