import { CONFIG_ELEMENT_ID, STORAGE_KEYS } from '@solvent/contracts';
import {
  CHANNEL_ELEMENT_ID,
  escapeHtml,
  inlineJson,
  NOT_FOUND_PAGE,
  PAGE_PLACEHOLDERS,
  pageFile,
} from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { SUPPORT_MESSAGE_SCRIPT, SUPPORT_PROBE_SCRIPT } from './browser-support.ts';
import { FAILURE, FAILURE_STYLE, NO_FAILURE_STYLE, SECOND_TRY_SCRIPT } from './load-failure.ts';
import { section } from './served-page.ts';
import type { PageBuild } from './page-part.ts';

const NONCE = `nonce="${PAGE_PLACEHOLDERS.nonce}"`;

/** Background colors of the theme (product 10.1), used until it loads. */
const PAGE_COLORS = { light: '#FAFAFA', dark: '#0B0B0E' } as const;

/** Inline script that sets the theme (stored, or the system's) before the first paint. */
export const THEME_SCRIPT = [
  '(function(){var saved=null;',
  `try{saved=localStorage.getItem(${JSON.stringify(STORAGE_KEYS.theme)})}catch(error){}`,
  "var dark=saved==='dark'||(saved!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);",
  "var root=document.documentElement,theme=dark?'dark':'light';",
  'root.classList.add(theme);root.style.colorScheme=theme})()',
].join('');

/** Background of the first paint. */
const FIRST_STYLE = `html{background:${PAGE_COLORS.light}}html.dark{background:${PAGE_COLORS.dark}}body{margin:0}`;

/** Renders a channel's pages by file name: one per path pattern of the shell and remotes, and one for unknown paths. */
export function renderPages(document: ChannelDocument, shell: PageBuild, remotes: readonly PageBuild[]): Map<string, string> {
  const ownPage = renderPage({ document, shell });
  const pages = new Map(document.shell.paths.map((path) => [pageFile(path), ownPage]));
  for (const pin of document.remotes) {
    const remote = remotes.find(({ name }) => name === pin.name);
    if (!remote) throw new Error(`The channel pins ${pin.name}, but its files are not given.`);
    for (const { path, page } of pin.paths) pages.set(pageFile(path), renderPage({ document, shell, landing: { remote, page } }));
  }
  return pages.set(NOT_FOUND_PAGE, ownPage);
}

const DESCRIPTION =
  'Post a software problem with a budget, find the developer who solves it, and share code modules in the Toolbox.';

interface PageInput {
  document: ChannelDocument;
  shell: PageBuild;
  /** Remote and page name of the path. */
  landing?: { remote: PageBuild; page: string };
}

/** Renders the page of a path pattern. Placeholders remain for values per request: nonce and settings. */
function renderPage({ document, shell, landing }: PageInput): string {
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<script ${NONCE}>${THEME_SCRIPT}</script>`,
    `<style ${NONCE}>${FIRST_STYLE}${FAILURE_STYLE}</style>`,
    `<noscript><style ${NONCE}>${NO_FAILURE_STYLE}</style></noscript>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    section('head', ['<title>Solvent</title>', `<meta name="description" content="${DESCRIPTION}">`]),
    `<meta name="theme-color" content="${PAGE_COLORS.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${PAGE_COLORS.dark}" media="(prefers-color-scheme: dark)">`,
    ...icons(shell),
    section('hints', preloadHints(shell, landing)),
    '</head>',
    '<body>',
    `<div id="root">${section('root', [FAILURE])}</div>`,
    '<noscript>Solvent needs JavaScript: please turn it on for this site and load the page again.</noscript>',
    `<script ${NONCE}>${SUPPORT_PROBE_SCRIPT}</script>`,
    `<script ${NONCE}>${SUPPORT_MESSAGE_SCRIPT}</script>`,
    `<script type="application/json" id="${CONFIG_ELEMENT_ID}">${PAGE_PLACEHOLDERS.config}</script>`,
    `<script type="application/json" id="${CHANNEL_ELEMENT_ID}">${inlineJson(document)}</script>`,
    section('scripts', [
      `<script ${NONCE} defer crossorigin ${source(shell, shell.build.entry, 'src')}></script>`,
      `<script ${NONCE}>${SECOND_TRY_SCRIPT}</script>`,
    ]),
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}

// The server serves these from the live shell's `public` folder.
function icons(shell: PageBuild): string[] {
  const links: [file: string, link: string][] = [
    ['favicon.svg', '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'],
    ['apple-touch-icon.png', '<link rel="apple-touch-icon" href="/apple-touch-icon.png">'],
    ['manifest.webmanifest', '<link rel="manifest" href="/manifest.webmanifest">'],
  ];
  return links.filter(([file]) => shell.has(`public/${file}`)).map(([, link]) => link);
}

function source(part: PageBuild, file: string, attribute: 'href' | 'src'): string {
  const integrity = part.integrity(file);
  return `${attribute}="${escapeHtml(part.url(file))}"${integrity ? ` integrity="${integrity}"` : ''}`;
}

// Returns preload hints for all files of a route, so that requests do not wait for each other. Scripts and fonts need
// `crossorigin`: hint and request must have the same mode, or the browser fetches twice. Stylesheets are loaded by scripts, as a
// link would block rendering.
function preloadHints(shell: PageBuild, landing?: { remote: PageBuild; page: string }): string[] {
  const { fonts, entry, styles, always } = shell.build;
  return [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(shell.url(file))}">`),
    ...preload(shell, 'script', [entry, ...always]),
    ...preload(shell, 'style', styles),
    ...(landing ? landingHints(shell, landing.remote, landing.page) : []),
  ];
}

/** Returns hints for the page's own files, and for the shell's singletons that it uses. */
function landingHints(shell: PageBuild, remote: PageBuild, page: string): string[] {
  const { entry, styles, always, chunks, takes: singletonsByPage } = remote.build;
  return [
    ...preload(remote, 'script', [entry, ...always, ...(chunks[page] ?? [])]),
    ...preload(
      shell,
      'script',
      (singletonsByPage[page] ?? []).flatMap((singleton) => shell.build.provides[singleton] ?? []),
    ),
    ...preload(remote, 'style', styles),
  ];
}

// Files of a dev server have no integrity and are not preloaded.
const preload = (part: PageBuild, as: 'script' | 'style', files: string[]): string[] =>
  [...new Set(files)]
    .filter(part.integrity)
    .map(
      (file) => `<link rel="preload" as="${as}"${as === 'script' ? ' crossorigin' : ''} ${NONCE} ${source(part, file, 'href')}>`,
    );
