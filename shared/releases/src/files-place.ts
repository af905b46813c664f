import type { RenderedPage } from '@solvent/federation/rendering';

/** A file that is named by its content, as `storeLayout.file` says; whether it is one is asked by its folder alone. */
const FILE = String.raw`(?=\/(?:shell|remotes\/[\w-]+)\/files\/)`;

/** Before the address of such a file in an element of a page: in JSON the quotation mark is escaped. */
const IN_ELEMENT = new RegExp(`(?<= (?:src|href)=")${FILE}`, 'g');

/** The same in a style. */
const IN_STYLE = new RegExp(String.raw`(?<=\burl\(["']?)` + FILE, 'g');

/**
 * A page that takes its files from another place (docs/decisions/0073-files-from-another-origin.md). Its channel document stays as delivery
 * made it: the shell takes remotes from where its own first script came from.
 *
 * @param html of a page as delivery made it @param place such as `https://files.solvent.example`, without `/` at the end
 */
export const withFilesFrom = (html: string, place: string): string => html.replaceAll(IN_ELEMENT, place);

/** What the server makes of a page names files in its styles: the page's fonts. */
export function madeWithFilesFrom(page: RenderedPage, place: string): RenderedPage {
  const { body } = page;
  return body ? { ...page, body: { ...body, styles: body.styles.replaceAll(IN_STYLE, place) } } : page;
}
