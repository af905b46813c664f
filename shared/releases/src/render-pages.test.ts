import { runInNewContext } from 'node:vm';
import type { ChannelDocument, Release } from '@solvent/federation/manifest';
import { createPageBuild } from './page-part.ts';
import { renderPages, THEME_SCRIPT } from './render-pages.ts';

const files = (paths: string[]) => paths.map((path) => ({ path, bytes: 10, brotliBytes: 5, integrity: `sha256-of-${path}` }));

const shell: Release = {
  name: 'shell',
  version: '1.0.0-s',
  publishedAt: '2026-11-01T00:00:00.000Z',
  remote: undefined,
  shell: { name: 'shell', version: '1.0.0-s', contract: '1.0.0', paths: ['/', '/terms'] },
  build: {
    entry: 'main.0a1b2c3d4e.js',
    styles: ['main.0a1b2c3d4e.css'],
    always: ['bootstrap.0a1b2c3d4e.js', 'core.0a1b2c3d4e.js'],
    chunks: {},
    takes: {},
    provides: {
      '@solvent/ui/forms': ['machines.0a1b2c3d4e.js', 'forms.0a1b2c3d4e.js'],
      '@solvent/ui/overlays': ['machines.0a1b2c3d4e.js', 'overlays.0a1b2c3d4e.js'],
    },
    fonts: ['inter-latin.0a1b2c3d4e.woff2'],
    shared: {},
  },
  files: files([
    'main.0a1b2c3d4e.js',
    'main.0a1b2c3d4e.css',
    'bootstrap.0a1b2c3d4e.js',
    'core.0a1b2c3d4e.js',
    'machines.0a1b2c3d4e.js',
    'forms.0a1b2c3d4e.js',
    'overlays.0a1b2c3d4e.js',
    'inter-latin.0a1b2c3d4e.woff2',
    'public/favicon.svg',
  ]),
};

const remote: Release = {
  name: 'toolbox',
  version: '1.0.0-t',
  publishedAt: '2026-11-01T00:00:00.000Z',
  shell: undefined,
  remote: undefined,
  build: {
    entry: 'remoteEntry.0a1b2c3d4e.js',
    styles: [],
    always: ['remote.0a1b2c3d4e.js'],
    chunks: { catalogue: ['catalogue.0a1b2c3d4e.js', 'remote.0a1b2c3d4e.js'], module: ['module.0a1b2c3d4e.js'] },
    takes: { catalogue: ['@solvent/ui'], module: ['@solvent/ui', '@solvent/ui/forms', '@solvent/ui/overlays'] },
    provides: {},
    fonts: [],
    shared: {},
  },
  files: files(['remoteEntry.0a1b2c3d4e.js', 'remote.0a1b2c3d4e.js', 'catalogue.0a1b2c3d4e.js', 'module.0a1b2c3d4e.js']),
};

const document: ChannelDocument = {
  channel: 'production',
  revision: 7,
  shell: { version: '1.0.0-s', paths: ['/', '/terms'] },
  remotes: [
    {
      name: 'toolbox',
      version: '1.0.0-t',
      contract: '^1.0.0',
      paths: [
        { path: '/toolbox', page: 'catalogue', title: 'A page', tabs: true, session: false, preload: 'no' },
        { path: '/toolbox/:moduleId', page: 'module', title: 'A page', tabs: true, session: false, preload: 'no' },
      ],
      slots: ['</script><script>alert(1)</script>'],
      searches: [],
      entry: '/remotes/toolbox/files/remoteEntry.0a1b2c3d4e.js',
      integrity: 'sha256-x',
    },
  ],
  toolboxOpen: false,
  overrides: { origins: [], versions: false },
};

const pages = renderPages(document, createPageBuild(shell), [createPageBuild(remote)]);
const page = (name: string) => pages.get(name) ?? '';
const hinted = (html: string) => [...html.matchAll(/<link rel="preload"[^>]*href="([^"]+)"/g)].map(([, href]) => href);

it('renders one page per path pattern, and one for unknown paths', () => {
  expect([...pages.keys()].toSorted()).toEqual([
    'index.html',
    'not-found.html',
    'terms.html',
    'toolbox-moduleId.html',
    'toolbox.html',
  ]);
});

it('preloads each file of the landing route once, and none of other routes', () => {
  const shellFiles = [
    '/shell/files/inter-latin.0a1b2c3d4e.woff2',
    '/shell/files/main.0a1b2c3d4e.js',
    '/shell/files/bootstrap.0a1b2c3d4e.js',
    '/shell/files/core.0a1b2c3d4e.js',
    '/shell/files/main.0a1b2c3d4e.css',
  ];
  const toRemoteUrl = (file: string) => `/remotes/toolbox/files/${file}`;
  expect(hinted(page('terms.html'))).toEqual(shellFiles);
  expect(hinted(page('toolbox.html'))).toEqual([
    ...shellFiles,
    ...['remoteEntry.0a1b2c3d4e.js', 'remote.0a1b2c3d4e.js', 'catalogue.0a1b2c3d4e.js'].map(toRemoteUrl),
  ]);
  expect(hinted(page('toolbox-moduleId.html'))).toEqual([
    ...shellFiles,
    ...['remoteEntry.0a1b2c3d4e.js', 'remote.0a1b2c3d4e.js', 'module.0a1b2c3d4e.js'].map(toRemoteUrl),
    ...['machines', 'forms', 'overlays'].map((name) => `/shell/files/${name}.0a1b2c3d4e.js`),
  ]);
});

it('links no stylesheet, which would block rendering', () => {
  for (const html of pages.values()) expect(html).not.toContain('rel="stylesheet"');
});

it('preloads scripts with the nonce, hash and crossorigin of the request', () => {
  expect(page('toolbox.html')).toContain(
    '<link rel="preload" as="script" crossorigin nonce="%SOLVENT_NONCE%" href="/remotes/toolbox/files/remoteEntry.0a1b2c3d4e.js" integrity="sha256-of-remoteEntry.0a1b2c3d4e.js">',
  );
  expect(page('toolbox.html')).toContain(
    '<script nonce="%SOLVENT_NONCE%" defer crossorigin src="/shell/files/main.0a1b2c3d4e.js" integrity="sha256-of-main.0a1b2c3d4e.js"></script>',
  );
  expect(page('toolbox.html')).toContain('<link rel="preload" as="font" type="font/woff2" crossorigin ');
});

it('uses the versioned URLs of releases with the old layout', () => {
  const build = { ...remote.build, entry: 'remoteEntry.9a8b7c6d.js', always: [], chunks: {} };
  const old: Release = { ...remote, build, files: files(['remoteEntry.9a8b7c6d.js']) };
  const html = renderPages(document, createPageBuild(shell), [createPageBuild(old)]).get('toolbox.html');
  expect(html).toContain('href="/remotes/toolbox/1.0.0-t/remoteEntry.9a8b7c6d.js" integrity="');
});

it('gives every inline script and style a nonce', () => {
  const inline = [...page('toolbox.html').matchAll(/<(?:script|style)(?![^>]*application\/json)[^>]*>/g)].map(([tag]) => tag);
  expect(inline).toHaveLength(7);
  for (const tag of inline) expect(tag).toContain('nonce="%SOLVENT_NONCE%"');
});

it('contains the channel document, escaped', () => {
  const [, json = ''] = /id="solvent-channel">(.*?)<\/script>/.exec(page('toolbox.html')) ?? [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual(document);
});

it('links only icons that the shell has', () => {
  expect(page('terms.html')).toContain('href="/favicon.svg"');
  expect(page('terms.html')).not.toContain('manifest.webmanifest');
});

describe('theme before the first paint', () => {
  const themeFor = (saved: string | null | Error, systemIsDark: boolean) => {
    const classes: string[] = [];
    const style: Record<string, string> = {};
    const root = { classList: { add: (...names: string[]) => classes.push(...names) }, style };
    const getItem = () => {
      if (saved instanceof Error) throw saved;
      return saved;
    };
    runInNewContext(THEME_SCRIPT, {
      document: { documentElement: root },
      localStorage: { getItem },
      matchMedia: () => ({ matches: systemIsDark }),
    });
    return [...classes, style['colorScheme']];
  };

  it.each([
    ['dark', false, 'dark'],
    ['light', true, 'light'],
    [null, true, 'dark'],
    [null, false, 'light'],
    ['purple', true, 'dark'],
    [new Error('storage is forbidden'), true, 'dark'],
  ])('for the stored %p and a dark system %p is %p', (saved, systemIsDark, theme) => {
    expect(themeFor(saved, systemIsDark)).toEqual([theme, theme]);
  });
});
