import { fileTypeFromBuffer } from 'file-type';
import type { FileField } from './forms.ts';
import type { PictureFormat } from './pictures/make-picture.ts';
import type { Pictures } from './pictures/pictures.ts';

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

/** So many of a file's first bytes say what it is. */
export const HEAD_BYTES = 4100;

/** What a file's first bytes say that it is: the extension of that kind; undefined: nothing, such as a text. */
const kindOf = async (head: Uint8Array): Promise<string | undefined> => (await fileTypeFromBuffer(head))?.ext;

const PICTURES = new Set(['png', 'apng', 'jpg', 'webp', 'gif']);
/** Documents that are ZIP archives inside, without programs in them; every other archive is kept as what it is, a ZIP. */
const ZIPPED = new Set(['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']);
const OTHER_ZIPS = new Set(
  'xpi apk jar epub ots ott otp odg otg vsdx potx xltx dotx xltm xlsm docm dotm potm pptm ppsm ppsx 3mf'.split(' '),
);
const VIDEOS = new Map([
  ['mp4', 'mp4'],
  ['m4v', 'mp4'],
  ['f4v', 'mp4'],
  ['3gp', 'mp4'],
  ['3g2', 'mp4'],
  ['webm', 'webm'],
]);

/** A picture's name ends as its format does. */
const pictureName = (sent: string, format: PictureFormat) =>
  `${cleanName(sent, 'attachment').base}.${PICTURE_EXTENSIONS[format]}`;

/**
 * How pictures are kept: re-encoded, upright, without where and with what they were taken. Undefined for what is none.
 * @throws AppError as `Pictures.reencode`
 */
export const acceptPicture =
  ({ reencode }: Pictures): FileField['accept'] =>
  async ({ name, head, sender, read }) => {
    if (!PICTURES.has((await kindOf(head)) ?? '')) return undefined;
    const picture = await reencode(sender, read);
    if (picture === undefined) return undefined;
    const { format, ...made } = picture;
    return { name: pictureName(name, format), mimeType: `image/${format}`, ...made };
  };

/** How the picture of a person is kept: as an upright square. Undefined for what is none. @throws AppError as `Pictures.square` */
export const keepSquare =
  ({ square }: Pictures): FileField['accept'] =>
  async ({ name, head, sender, read }) => {
    if (!PICTURES.has((await kindOf(head)) ?? '')) return undefined;
    const content = await square(sender, await read());
    return { name: `${cleanName(name, 'picture').base}.webp`, mimeType: 'image/webp', content };
  };

/** How documents are kept: as they are, under names that no program and no page has. Nobody unpacks or opens them here. */
const keepDocument: FileField['accept'] = async ({ name, head, isText }) => {
  const { base, extension } = cleanName(name, 'attachment');
  const kind = (await kindOf(head)) ?? '';
  if (kind === 'pdf') return { name: `${base}.pdf`, mimeType: 'application/pdf' };
  if (ZIPPED.has(kind) || OTHER_ZIPS.has(kind))
    return { name: `${base}.${ZIPPED.has(extension) ? extension : 'zip'}`, mimeType: 'application/zip' };
  if (kind === 'gz' || kind === 'tar.gz')
    return { name: `${base}.${extension === 'tgz' ? 'tgz' : 'gz'}`, mimeType: 'application/gzip' };
  return isText ? { name: textName(base, extension), mimeType: TEXT_TYPES.get(extension) ?? 'text/plain' } : undefined;
};

/** How files are kept that people attach: pictures re-encoded, documents as they are. @throws AppError as `Pictures.reencode` */
export const acceptAttachment = (pictures: Pictures): FileField['accept'] => {
  const asPicture = acceptPicture(pictures);
  return async (file) => (await asPicture(file)) ?? keepDocument(file);
};

/** Of what is no such file, for people. */
export const NOT_ATTACHABLE = `This kind of file is not taken. ${ACCEPTED}`;

/** How videos are kept that browsers play: as they are. Undefined for others. */
export const acceptVideo: FileField['accept'] = async ({ name, head }) => {
  const extension = VIDEOS.get((await kindOf(head)) ?? '');
  if (extension === undefined) return undefined;
  return { name: `${cleanName(name, 'video').base}.${extension}`, mimeType: `video/${extension}` };
};

/** How the archive of a module is kept: as it is. What is in it, the checks of archives say. */
export const acceptArchive: FileField['accept'] = async ({ name }) => {
  const { base, extension } = cleanName(name, 'module');
  return extension === 'zip' ? { name: `${base}.zip`, mimeType: 'application/zip' } : undefined;
};
