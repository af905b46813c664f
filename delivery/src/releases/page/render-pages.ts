import { NOT_FOUND_PAGE, pageFile } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { PagePart } from './page-part.ts';
import { renderPage } from './render-page.ts';

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
    for (const { path, chunk } of pin.paths)
      pages.set(pageFile(path), renderPage({ document, shell, landing: { remote, chunk } }));
  }
  return pages.set(NOT_FOUND_PAGE, ownPage);
}
