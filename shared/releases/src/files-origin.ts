import type { RenderedPage } from '@solvent/federation/rendering';

/** Source of a lookahead that matches before the path of a content-hashed file (`storeLayout.file`). */
const FILE = String.raw`(?=\/(?:shell|remotes\/[\w-]+)\/files\/)`;

// In JSON, the quotation mark is escaped.
const FILE_IN_ELEMENT = new RegExp(`(?<= (?:src|href)=")${FILE}`, 'g');

const FILE_IN_STYLE = new RegExp(String.raw`(?<=\burl\(["']?)` + FILE, 'g');

/** Makes a page load files from another origin (docs/decisions/0073). @param filesOrigin without a trailing slash */
export const setFileOrigin = (html: string, filesOrigin: string): string => html.replaceAll(FILE_IN_ELEMENT, filesOrigin);

/** Replaces the origin of fonts in the styles of a server-rendered page. */
export function setStylesFileOrigin(page: RenderedPage, filesOrigin: string): RenderedPage {
  const { body } = page;
  return body ? { ...page, body: { ...body, styles: body.styles.replaceAll(FILE_IN_STYLE, filesOrigin) } } : page;
}
