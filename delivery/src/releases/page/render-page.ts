import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import { CHANNEL_ELEMENT_ID, PAGE_PLACEHOLDERS } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { inlineJson } from './escape.ts';
import { FIRST_STYLE, PAGE_COLORS, THEME_SCRIPT } from './first-paint.ts';
import { preloadHints, source, stylesheets } from './hints.ts';
import type { PagePart } from './page-part.ts';

const NONCE = `nonce="${PAGE_PLACEHOLDERS.nonce}"`;

const DESCRIPTION =
  'Post a software problem with a budget, find the developer who solves it, and share code modules in the Toolbox.';

/** What one page of a channel is made of. */
export interface PageInput {
  document: ChannelDocument;
  shell: PagePart;
  /** The remote that owns the page's path, and the chunk of its page. */
  landing?: { remote: PagePart; chunk: string };
}

/**
 * The HTML page of one path pattern. What differs from request to request (the nonce, the deployment's settings) is left
 * to the server as placeholders.
 */
export function renderPage({ document, shell, landing }: PageInput): string {
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<script ${NONCE}>${THEME_SCRIPT}</script>`,
    `<style ${NONCE}>${FIRST_STYLE}</style>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<title>Solvent</title>',
    `<meta name="description" content="${DESCRIPTION}">`,
    `<meta name="theme-color" content="${PAGE_COLORS.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${PAGE_COLORS.dark}" media="(prefers-color-scheme: dark)">`,
    ...icons(shell),
    ...preloadHints(shell, landing),
    ...stylesheets(shell),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>Solvent needs JavaScript: please turn it on for this site and load the page again.</noscript>',
    `<script type="application/json" id="${CONFIG_ELEMENT_ID}">${PAGE_PLACEHOLDERS.config}</script>`,
    `<script type="application/json" id="${CHANNEL_ELEMENT_ID}">${inlineJson(document)}</script>`,
    `<script ${NONCE} defer crossorigin ${source(shell, shell.build.entry, 'src')}></script>`,
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
