/** @jest-environment jsdom */
import { channelSchema, pageFile } from '@solvent/federation/manifest';
import type { BuildFiles } from '@solvent/federation/manifest';
import type { PageBuild } from './page-part.ts';
import { renderPages } from './render-pages.ts';
import { insertRenderedPage } from './served-page.ts';
import type { RenderedChannelPage } from './served-page.ts';

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

const shell: PageBuild = {
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

const made = (more: Partial<RenderedChannelPage['page']> = {}): RenderedChannelPage => ({
  at: 1000,
  age: 5,
  versions: { shell: '1.0.0-aa' },
  isSignedIn: false,
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

const parseHtml = (html: string) => new DOMParser().parseFromString(html, 'text/html');

describe('server-rendered page', () => {
  const page = parseHtml(insertRenderedPage(filled, made(), 'N'));

  it('contains the content, head and styles', () => {
    expect(page.title).toBe('Terms');
    expect(page.getElementById('root')?.innerHTML).toBe('<main>Text</main>');
    expect(page.head.querySelector<HTMLElement>('style[nonce=N]:not(:first-of-type)')).not.toBeNull();
  });

  it('loads no script or font before the first paint', () => {
    expect(page.querySelectorAll('script[src], link[rel=preload]')).toHaveLength(0);
    const later = page.querySelector('template')?.content;
    expect(later?.querySelectorAll('link[rel=preload]')).toHaveLength(3);
    expect(later?.querySelectorAll('script[src]')).toHaveLength(1);
  });

  it('loads scripts at once if it is a skeleton', () => {
    const body = { html: '<div></div>', styles: '', queries: [], isSkeleton: true };
    const skeleton = parseHtml(insertRenderedPage(filled, made({ body }), 'N'));
    expect(skeleton.head.querySelectorAll('link[rel=preload]')).toHaveLength(3);
    expect(skeleton.body.querySelectorAll('script[src]')).toHaveLength(1);
    expect(skeleton.querySelector('template')).toBeNull();
  });

  it('contains its data, escaped', () => {
    const text = page.getElementById('solvent-served')?.textContent ?? '';
    expect(JSON.parse(text)).toEqual({
      at: 1000,
      age: 5,
      versions: { shell: '1.0.0-aa' },
      isSignedIn: false,
      queries: [{ key: ['a'], data: '</script>' }],
    });
  });

  it('has the load failure message below the content', () => {
    expect(page.getElementById('solvent-failure')?.closest('#root')).toBeNull();
    expect(page.body.querySelector('noscript')?.textContent).toContain('for more than reading');
  });
});

/** Opens the page and runs its script that defines a function. */
function openEarly(html: string, name = 'solventEarlyActions'): HTMLElement {
  const body = { html, styles: '', queries: [] };
  const page = parseHtml(insertRenderedPage(filled, made({ body }), 'N'));
  document.body.innerHTML = page.body.innerHTML;
  const script = [...page.scripts].find(({ text }) => text.includes(name));
  window.eval(script?.text ?? '');
  return document.querySelector<HTMLElement>('#root') ?? document.body;
}

it.each([
  ['a button', '<button type="button">Place Bid</button>', 'click'],
  ['a form', '<form method="post"><button>Sign In</button></form>', 'submit'],
])('records %s activated during hydration, once', (_name, html, type) => {
  const root = openEarly(`<main>${html}</main>`);
  const done: string[] = [];
  // React adds root listeners as soon as it starts.
  for (const isCapture of [true, false]) root.addEventListener(type, (event) => done.push(event.type), isCapture);
  root.querySelector('button')?.click();
  expect(done).toEqual([]);
  const kept = (window as unknown as { solventEarlyActions: () => { type: string }[] }).solventEarlyActions();
  expect(kept.map((action) => action.type)).toEqual([type]);
  root.querySelector(type === 'submit' ? 'form' : 'button')?.dispatchEvent(new Event(type, { bubbles: true }));
  expect(done).toEqual([type, type]);
});

describe('markup that a browser extension inserted', () => {
  const open = () => openEarly('<main><input><p>Text</p></main>', 'solventRestoreMarkup');
  const restore = () => (window as unknown as { solventRestoreMarkup: () => void }).solventRestoreMarkup();

  it('is removed before hydration', () => {
    const root = open();
    root.querySelector('input')?.after(document.createElement('div'), 'text');
    root.append(document.createElement('aside'));
    root.querySelector('aside')?.remove();
    restore();
    expect(root.innerHTML).toBe('<main><input><p>Text</p></main>');
  });

  it('is removed if the extension changed its own elements', () => {
    const root = open();
    const icon = document.createElement('div');
    icon.innerHTML = '<b><i></i></b>';
    root.querySelector('input')?.after(icon);
    icon.querySelector('i')?.remove();
    icon.replaceChildren('text');
    restore();
    expect(root.innerHTML).toBe('<main><input><p>Text</p></main>');
  });

  it('is left if the extension moved elements of the page', () => {
    const root = open();
    const wrapper = document.createElement('span');
    wrapper.append(root.querySelector('input') ?? '');
    root.prepend(wrapper);
    restore();
    expect(root.innerHTML).toBe('<span><input></span><main><p>Text</p></main>');
  });
});

it('does not replace placeholders in user content', () => {
  const written = '%SOLVENT_NONCE% %SOLVENT_CONFIG% $& &lt;!--/head--&gt;';
  const html = insertRenderedPage(
    filled,
    made({ head: `<title>${written}</title>`, body: { html: `<main>${written}</main>`, styles: '', queries: [] } }),
    'N',
  );
  expect(parseHtml(html).querySelector('main')?.textContent).toBe('%SOLVENT_NONCE% %SOLVENT_CONFIG% $& <!--/head-->');
  expect(parseHtml(html).title).toBe('%SOLVENT_NONCE% %SOLVENT_CONFIG% $& <!--/head-->');
  expect(parseHtml(html).getElementById('solvent-config')?.textContent).toBe('{}');
});

it('has only a head without a body, and renders in the browser', () => {
  const { body: _none, ...page } = made().page;
  const html = insertRenderedPage(filled, { ...made(), page }, 'N');
  expect(parseHtml(html).title).toBe('Terms');
  expect(parseHtml(html).querySelectorAll('script[src]')).toHaveLength(1);
  expect(parseHtml(html).getElementById('root')?.textContent).toContain('Solvent could not be loaded');
});

it('is unchanged without section markers', () => {
  expect(insertRenderedPage('<title>Solvent</title><div id="root"></div>', made(), 'N')).toBe(
    '<title>Solvent</title><div id="root"></div>',
  );
});
