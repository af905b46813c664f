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

/** Returns a revision's pages by file name; undefined if one is missing, or pages or revision were edited by hand. */
export async function readPages(store: ReleaseStore, revision: Revision): Promise<ReadonlyMap<string, string> | undefined> {
  const { document } = revision;
  const pages = await readAll(store, document);
  // Dev servers change pages without updating the hash.
  if (pages === undefined || document.channel === DEVELOPMENT_CHANNEL) return pages;
  return hashPages(pages) === revision.pages && containsDocument(pages.get(NOT_FOUND_PAGE) ?? '', document) ? pages : undefined;
}

async function readAll(store: ReleaseStore, document: ChannelDocument): Promise<Map<string, string> | undefined> {
  const read = async (page: string) => {
    const bytes = await store.read(storeLayout.page(document.channel, document.revision, page));
    return bytes && ([page, String(bytes)] as const);
  };
  const found = await Promise.all(listPageFiles(document).map(read));
  const pages = new Map(found.filter((page) => page !== undefined));
  return pages.size < found.length ? undefined : pages;
}

/** Returns whether the revision itself was edited by hand: its pages match their hash but contain another document. */
export async function isEdited(store: ReleaseStore, revision: Revision): Promise<boolean> {
  const { document } = revision;
  if (document.channel === DEVELOPMENT_CHANNEL) return false;
  const page = await store.read(storeLayout.page(document.channel, document.revision, NOT_FOUND_PAGE));
  if (page === undefined || containsDocument(String(page), document)) return false;
  const pages = await readAll(store, document);
  return pages !== undefined && hashPages(pages) === revision.pages;
}

/** In the order of rendering, which the hash depends on. */
const listPageFiles = ({ shell, remotes }: ChannelDocument): string[] => [
  ...new Set([
    ...shell.paths.map(pageFile),
    ...remotes.flatMap(({ paths }) => paths.map(({ path }) => pageFile(path))),
    NOT_FOUND_PAGE,
  ]),
];

const INLINED = new RegExp(`<script type="application/json" id="${CHANNEL_ELEMENT_ID}">(.*?)</script>`, 's');

/** Every page contains the document; the not-found page always exists. */
function containsDocument(page: string, document: ChannelDocument): boolean {
  const [, json] = INLINED.exec(page) ?? [];
  return json !== undefined && isDeepStrictEqual(parseDocument(json), document);
}

function parseDocument(json: string): ChannelDocument | undefined {
  try {
    return channelSchema.validateSync(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ValidationError) return undefined;
    throw error;
  }
}

/** Returns a hash that detects edited or differently rendered pages. */
export const hashPages = (pages: Map<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...pages]))
    .digest('hex');
