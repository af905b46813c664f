import type { PictureFormat } from './pictures/make-picture.ts';
import { AppError } from '../../platform/errors/app-error.ts';

const NAME_MAX = 80;
const EXTENSION_MAX = 10;

/** At most so long; a character beyond U+FFFF is not cut in half. */
const clip = (text: string, most: number) => text.slice(0, most).replace(/\p{Cs}$/u, '');

/**
 * A name fit to be shown and stored: no folders, no control characters or tricks of direction.
 * @returns what stands before the last dot (`fallback` if nothing does), and the extension in lower case
 */
export function cleanName(sent: string, fallback: string): { base: string; extension: string } {
  const file = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}<>:"|?*]/gu, '');
  const dot = file.lastIndexOf('.');
  const base = dot === -1 ? file : file.slice(0, dot);
  const extension = dot === -1 ? '' : file.slice(dot + 1).toLowerCase();
  return { base: clip(base, NAME_MAX).trim() || fallback, extension: clip(extension, EXTENSION_MAX) };
}

/** How a file is kept: under which name, as what. */
export interface Kind {
  name: string;
  mimeType: string;
}

const PICTURE_EXTENSIONS: Record<PictureFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

/** Texts keep these; another extension, which a program might run or a browser open as a page, is followed by ".txt". */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
]);

/** What is taken, for people. */
const ACCEPTED =
  'Attach PNG, JPEG, WebP or GIF pictures, PDFs, ZIP or GZ archives, Office documents, or plain texts in UTF-8 (TXT, LOG, MD, CSV, JSON, source code).';

function textName(base: string, extension: string): string {
  if (TEXT_TYPES.has(extension)) return `${base}.${extension}`;
  return extension === '' ? `${base}.txt` : `${base}.${extension}.txt`;
}

const latin1 = (bytes: Uint8Array, length: number) => Buffer.from(bytes.subarray(0, length)).toString('latin1');

/** A picture's name ends as its format does. */
export function pictureKind(sentName: string, format: PictureFormat): Kind {
  return { name: `${cleanName(sentName, 'attachment').base}.${PICTURE_EXTENSIONS[format]}`, mimeType: `image/${format}` };
}

/** What somebody sent that is no picture: its first bytes (five at least, if it has them), and whether all of it is UTF-8 without a NUL. */
interface Looks {
  head: Uint8Array;
  isText: boolean;
}

const BEGINNINGS = ['\x89PNG', '\xff\xd8', 'RIFF', 'GIF8'];

/** Whether a file of these first bytes is worth a look by the pictures' decoder. */
export function looksLikePicture(head: Uint8Array): boolean {
  const beginning = latin1(head, 4);
  return BEGINNINGS.some((known) => beginning.startsWith(known));
}

const isPdf = (head: Uint8Array) => latin1(head, 5) === '%PDF-';

/** Documents that are ZIP archives inside, without programs in them; every other archive is kept as what it is, a ZIP. */
const ZIPPED = new Set(['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']);

/** An archive as it is kept, by its first bytes: nobody unpacks it here, so that it is a download and no more. */
function archiveKind(base: string, extension: string, head: Uint8Array): Kind | undefined {
  const beginning = latin1(head, 4);
  if (beginning === 'PK\x03\x04')
    return { name: `${base}.${ZIPPED.has(extension) ? extension : 'zip'}`, mimeType: 'application/zip' };
  if (beginning.startsWith('\x1f\x8b'))
    return { name: `${base}.${extension === 'tgz' ? 'tgz' : 'gz'}`, mimeType: 'application/gzip' };
  return undefined;
}

/**
 * How a file that is no picture is kept; its content says what it is, never its sender.
 * @throws AppError unsupported_type with what is taken
 */
export function documentKind(sentName: string, { head, isText }: Looks): Kind {
  const { base, extension } = cleanName(sentName, 'attachment');
  if (isPdf(head)) return { name: `${base}.pdf`, mimeType: 'application/pdf' };
  const archive = archiveKind(base, extension, head);
  if (archive !== undefined) return archive;
  if (!isText) throw new AppError('unsupported_type', `This kind of file is not taken. ${ACCEPTED}`);
  return { name: textName(base, extension), mimeType: TEXT_TYPES.get(extension) ?? 'text/plain' };
}
