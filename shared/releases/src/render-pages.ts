import { CONFIG_ELEMENT_ID, STORAGE_KEYS } from '@solvent/contracts';
import {
  CHANNEL_ELEMENT_ID,
  escapeHtml,
  inlineJson,
  NOT_FOUND_PAGE,
  PAGE_PLACEHOLDERS,
  HAS_SESSION_CLASS,
  SIGNED_IN_CLASS,
  pageFile,
} from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { FAILURE, FAILURE_STYLE, NO_FAILURE_STYLE, SECOND_TRY_SCRIPT } from './load-failure.ts';
import { section } from './served-page.ts';
import type { PagePart } from './page-part.ts';

const NONCE = `nonce="${PAGE_PLACEHOLDERS.nonce}"`;

/** Page colours of the UI's theme (product 10.1), for the moment before it is loaded. */
const PAGE_COLORS = { light: '#FAFAFA', dark: '#0B0B0E' } as const;

/**
 * Before anything is painted: sets the theme, as the theme store does later (what was chosen, else what the system has), and says
 * that somebody is signed in, whom what is for visitors does not concern. Written as text because it stands in the page itself.
 */
export const THEME_SCRIPT = [
  '(function(){var saved=null,user=null;',
  `try{saved=localStorage.getItem(${JSON.stringify(STORAGE_KEYS.theme)});user=localStorage.getItem(${JSON.stringify(STORAGE_KEYS.user)})}catch(error){}`,
  "var dark=saved==='dark'||(saved!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);",
  "var root=document.documentElement,theme=dark?'dark':'light';",
  `root.classList.add(theme);root.style.colorScheme=theme;if(user)root.classList.add('${SIGNED_IN_CLASS}','${HAS_SESSION_CLASS}')})()`,
].join('');

/** What the first paint needs before any stylesheet: the page's background in both themes, and for whom what is. */
const FIRST_STYLE = [
  `html{background:${PAGE_COLORS.light}}html.dark{background:${PAGE_COLORS.dark}}body{margin:0}`,
  `html.${SIGNED_IN_CLASS} [data-for=visitors]{visibility:hidden}`,
].join('');

/**
 * All pages of a channel by file name: one for each path pattern of the shell and the remotes, and the one for paths that
 * nobody owns.
 */
export function renderPages(document: ChannelDocument, shell: PagePart, remotes: readonly PagePart[]): Map<string, string> {
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

/** What one page of a channel is made of. */
interface PageInput {
  document: ChannelDocument;
  shell: PagePart;
  /** The remote that owns the page's path, and the page's name. */
  landing?: { remote: PagePart; page: string };
}

/**
 * The HTML page of one path pattern. What differs from request to request (the nonce, the deployment's settings) is left
 * to the server as placeholders.
 */
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

/** The server answers these from the live shell's `public` folder. */
function icons(shell: PagePart): string[] {
  const links: [file: string, link: string][] = [
    ['favicon.svg', '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'],
    ['apple-touch-icon.png', '<link rel="apple-touch-icon" href="/apple-touch-icon.png">'],
    ['manifest.webmanifest', '<link rel="manifest" href="/manifest.webmanifest">'],
  ];
  return links.filter(([file]) => shell.has(`public/${file}`)).map(([, link]) => link);
}

/** Attributes that name a file and, where its bytes are known, say what they must be. */
function source(part: PagePart, file: string, attribute: 'href' | 'src'): string {
  const integrity = part.integrity(file);
  return `${attribute}="${escapeHtml(part.url(file))}"${integrity ? ` integrity="${integrity}"` : ''}`;
}

/**
 * Preload hints for all that a route needs, so that no file waits for another to name it. Scripts and fonts with
 * `crossorigin`, styles without: hint and request must ask in the same mode, or the browser fetches twice. No page links a
 * stylesheet, which it would wait for: a script that has one asks for it.
 *
 * @param landing the remote that owns the route, and the page's name; absent for the shell's own routes
 */
function preloadHints(shell: PagePart, landing?: { remote: PagePart; page: string }): string[] {
  const { fonts, entry, styles, always } = shell.build;
  return [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(shell.url(file))}">`),
    ...preload(shell, 'script', [entry, ...always]),
    ...preload(shell, 'style', styles),
    ...(landing ? landingHints(shell, landing.remote, landing.page) : []),
  ];
}

/** A page's own files, and the shell's scripts behind the singletons that it takes. */
function landingHints(shell: PagePart, remote: PagePart, page: string): string[] {
  const { entry, styles, always, chunks, takes } = remote.build;
  return [
    ...preload(remote, 'script', [entry, ...always, ...(chunks[page] ?? [])]),
    ...preload(
      shell,
      'script',
      (takes[page] ?? []).flatMap((singleton) => shell.build.provides[singleton] ?? []),
    ),
    ...preload(remote, 'style', styles),
  ];
}

/** What a dev server makes anew at each change is not hinted. */
const preload = (part: PagePart, as: 'script' | 'style', files: string[]): string[] =>
  [...new Set(files)]
    .filter(part.integrity)
    .map(
      (file) => `<link rel="preload" as="${as}"${as === 'script' ? ' crossorigin' : ''} ${NONCE} ${source(part, file, 'href')}>`,
    );
