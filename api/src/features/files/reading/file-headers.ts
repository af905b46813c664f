import { create } from 'content-disposition';
import type { FileRow } from '../schema/files.ts';

/** A file's content never changes under its id. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** An attachment may be taken away by who attached it, and a module by its author. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** Whatever somebody uploaded, opened by itself it runs nothing and is on no origin. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox" } as const;

/** Other people's files have names; a picture of a profile or a page has none that matters. */
const isNamed = ({ purpose }: FileRow) => purpose === 'attachment' || purpose === 'message';

const hasCharset = (mimeType: string) => mimeType.startsWith('text/') || mimeType === 'application/json';

/** How long whoever is in between may keep a file that everybody may read. */
export const publicCaching = (file: FileRow): string =>
  isNamed(file) || file.purpose === 'module-media' ? FOR_AN_HOUR : FOR_EVER;

/** Pictures are shown; everything else is a download, under its own name. */
export function headersOf(file: FileRow) {
  const { mimeType, name } = file;
  const type = mimeType.startsWith('image/') ? 'inline' : 'attachment';
  return {
    ...INERT,
    'content-disposition': isNamed(file) ? create(name, { type }) : 'inline',
    'content-type': hasCharset(mimeType) ? `${mimeType}; charset=utf-8` : mimeType,
  };
}
