import { PAGE_PLACEHOLDERS } from '@solvent/federation/manifest';
import { escapeHtml } from './escape.ts';
import type { PagePart } from './page-part.ts';

const NONCE = `nonce="${PAGE_PLACEHOLDERS.nonce}"`;

/** Attributes that name a file and, where its bytes are known, say what they must be. */
export function source(part: PagePart, file: string, attribute: 'href' | 'src'): string {
  const integrity = part.integrity(file);
  return `${attribute}="${escapeHtml(part.url(file))}"${integrity ? ` integrity="${integrity}"` : ''}`;
}

/**
 * Preload hints for all that a route needs, so that no file waits for another to name it. Scripts and fonts with
 * `crossorigin`, styles without: hint and request must ask in the same mode, or the browser fetches twice.
 *
 * @param landing the remote that owns the route, and the chunk of its page; absent for the shell's own routes
 */
export function preloadHints(shell: PagePart, landing?: { remote: PagePart; chunk: string }): string[] {
  const { fonts, entry, always } = shell.build;
  return [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(shell.url(file))}">`),
    ...preload(shell, 'script', [entry, ...always]),
    ...(landing ? remoteHints(landing.remote, landing.chunk) : []),
  ];
}

function remoteHints(remote: PagePart, chunk: string): string[] {
  const { entry, styles, always, chunks } = remote.build;
  return [...preload(remote, 'script', [entry, ...always, ...(chunks[chunk] ?? [])]), ...preload(remote, 'style', styles)];
}

/** What a dev server makes anew at each change is not hinted. */
const preload = (part: PagePart, as: 'script' | 'style', files: string[]): string[] =>
  [...new Set(files)]
    .filter(part.integrity)
    .map(
      (file) => `<link rel="preload" as="${as}"${as === 'script' ? ' crossorigin' : ''} ${NONCE} ${source(part, file, 'href')}>`,
    );

/** Links to a part's stylesheets. */
export const stylesheets = (part: PagePart): string[] =>
  part.build.styles.map((file) => `<link rel="stylesheet" ${NONCE} ${source(part, file, 'href')}>`);
