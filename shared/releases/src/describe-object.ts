import { extname, posix } from 'node:path';
import { isNamedByContent } from '@solvent/federation/manifest';
import type { ObjectHeaders } from '@solvent/object-store';
import { contentType } from 'mime-types';

const CODINGS: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

/** The name says what the bytes are. Whoever passes them on must not compress them another way, nor undo that. */
const FOR_EVER = 'public, max-age=31536000, immutable, no-transform';

/**
 * What a bucket says of an object of the release store, where browsers or a CDN may read it (docs/decisions/0073-files-from-another-origin.md):
 * what a file is, also where it is compressed, and that one named by its content may be kept for ever. Of anything else nothing is said
 * that lets it be kept.
 */
export function describeObject(key: string): ObjectHeaders {
  const contentEncoding = CODINGS[extname(key)];
  const path = contentEncoding === undefined ? key : key.slice(0, -extname(key).length);
  const isFile = posix.basename(posix.dirname(path)) === 'files' && isNamedByContent(posix.basename(path));
  return {
    contentType: contentType(extname(path)) || 'application/octet-stream',
    contentEncoding,
    cacheControl: isFile ? FOR_EVER : 'no-cache',
  };
}
