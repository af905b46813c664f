import { createHash } from 'node:crypto';
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
import { ValidationError } from 'yup';
import type { ReleaseStore } from './release-store.ts';

/**
 * A revision's pages by file name, as they were made. Undefined where one is missing, or where pages or revision were changed
 * by hand since: what a page says is then not what the revision says.
 */
export async function readPages(store: ReleaseStore, revision: Revision): Promise<ReadonlyMap<string, string> | undefined> {
  const { document } = revision;
  const pages = await readAll(store, document);
  // Pages of dev servers are made anew with each start, and their hash says nothing.
  if (pages === undefined || document.channel === DEVELOPMENT_CHANNEL) return pages;
  return hashOf(pages) === revision.pages && saysSame(pages.get(NOT_FOUND_PAGE) ?? '', document) ? pages : undefined;
}

/** Undefined where one is missing. */
async function readAll(store: ReleaseStore, document: ChannelDocument): Promise<Map<string, string> | undefined> {
  const read = async (page: string) => {
    const bytes = await store.read(storeLayout.page(document.channel, document.revision, page));
    return bytes && ([page, String(bytes)] as const);
  };
  const found = await Promise.all(pageNames(document).map(read));
  const pages = new Map(found.filter((page) => page !== undefined));
  return pages.size < found.length ? undefined : pages;
}

/**
 * Whether somebody edited a revision by hand: its pages are as they were made, and say something else. Where it is the pages
 * that were edited, or they are not made yet, the revision is as good as it was.
 */
export async function isEdited(store: ReleaseStore, revision: Revision): Promise<boolean> {
  const { document } = revision;
  if (document.channel === DEVELOPMENT_CHANNEL) return false;
  const page = await store.read(storeLayout.page(document.channel, document.revision, NOT_FOUND_PAGE));
  if (page === undefined || saysSame(String(page), document)) return false;
  const pages = await readAll(store, document);
  return pages !== undefined && hashOf(pages) === revision.pages;
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
function saysSame(page: string, document: ChannelDocument): boolean {
  const [, json] = INLINED.exec(page) ?? [];
  return json !== undefined && isDeepStrictEqual(inlined(json), document);
}

/** Undefined where it is nonsense. */
function inlined(json: string): ChannelDocument | undefined {
  try {
    return channelSchema.validateSync(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ValidationError) return undefined;
    throw error;
  }
}

/** What tells pages that were made in another way. */
export const hashOf = (pages: Map<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...pages]))
    .digest('hex');
