import { extname, posix } from 'node:path';
import { isNamedByContent } from '@solvent/federation/manifest';
import type { ObjectHeaders } from '@solvent/object-store';
import { contentType } from 'mime-types';

const CODINGS: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

// The name identifies the content; proxies must not recompress it.
const IMMUTABLE = 'public, max-age=31536000, immutable, no-transform';

/** Returns the headers of a stored object; only content-hashed files are cacheable (docs/decisions/0073). */
export function describeObject(key: string): ObjectHeaders {
  const contentEncoding = CODINGS[extname(key)];
  const path = contentEncoding === undefined ? key : key.slice(0, -extname(key).length);
  const isFile = posix.basename(posix.dirname(path)) === 'files' && isNamedByContent(posix.basename(path));
  return {
    contentType: contentType(extname(path)) || 'application/octet-stream',
    contentEncoding,
    cacheControl: isFile ? IMMUTABLE : 'no-cache',
  };
}
