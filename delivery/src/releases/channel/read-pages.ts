import { isDeepStrictEqual } from 'node:util';
import {
  channelSchema,
  CHANNEL_ELEMENT_ID,
  DEVELOPMENT_CHANNEL,
  NOT_FOUND_PAGE,
  pageFile,
  storeLayout,
} from '@solvent/federation/manifest';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import type { ReleaseStore } from '../store/release-store.ts';
import { hashOf } from './channel-pages.ts';

/**
 * A revision's pages by file name, as they were made. Undefined where one is missing, or where pages or revision were changed
 * by hand since: what a page says is then not what the revision says.
 */
export async function readPages(store: ReleaseStore, revision: Revision): Promise<ReadonlyMap<string, string> | undefined> {
  const { document } = revision;
  const read = async (page: string) => {
    const bytes = await store.read(storeLayout.page(document.channel, document.revision, page));
    return bytes && ([page, String(bytes)] as const);
  };
  const found = await Promise.all(pageNames(document).map(read));
  const pages = new Map(found.filter((page) => page !== undefined));
  if (pages.size < found.length) return undefined;
  // Pages of dev servers are made anew with each start, and their hash says nothing.
  if (document.channel === DEVELOPMENT_CHANNEL) return pages;
  return hashOf(pages) === revision.pages && saysSame(pages, document) ? pages : undefined;
}

/** In the order in which they are made, which their hash is of. */
const pageNames = ({ shell, remotes }: ChannelDocument): string[] => [
  ...new Set([
    ...shell.paths.map(pageFile),
    ...remotes.flatMap(({ paths }) => paths.map(({ path }) => pageFile(path))),
    NOT_FOUND_PAGE,
  ]),
];

const INLINED = new RegExp(`<script type="application/json" id="${CHANNEL_ELEMENT_ID}">(.*?)</script>`, 's');

/** Every page has the document in it; the one of unknown paths is always there. */
function saysSame(pages: ReadonlyMap<string, string>, document: ChannelDocument): boolean {
  const [, json] = INLINED.exec(pages.get(NOT_FOUND_PAGE) ?? '') ?? [];
  return json !== undefined && isDeepStrictEqual(channelSchema.validateSync(JSON.parse(json)), document);
}
