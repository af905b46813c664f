import { cutText, limitMarks } from '@solvent/contracts';
import { fileTypeFromBuffer } from 'file-type';
import type { FileField } from './forms.ts';
import type { Pictures } from './pictures/pictures.ts';

const MAX_NAME_LENGTH = 80;
const MAX_EXTENSION_LENGTH = 10;

/**
 * Splits a file name into its base and lower-case extension, both clipped. Removes folders, control and bidirectional characters,
 * and those that Windows forbids.
 * @param fallback base if the name has none
 */
export function cleanName(sent: string, fallback: string): { base: string; extension: string } {
  const file = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}<>:"|?*]/gu, '');
  const dot = file.lastIndexOf('.');
  const base = dot === -1 ? file : file.slice(0, dot);
  const extension = dot === -1 ? '' : file.slice(dot + 1).toLowerCase();
  return {
    base: cutText(limitMarks(base), MAX_NAME_LENGTH, MAX_NAME_LENGTH).trim() || fallback,
    extension: cutText(extension, MAX_EXTENSION_LENGTH, MAX_EXTENSION_LENGTH),
  };
}

/** Other extensions of texts are followed by ".txt", since a program might run them or a browser open them as a page. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
]);

const ACCEPTED_KINDS =
  'Attach PNG, JPEG, WebP or GIF pictures, PDFs, ZIP or GZ archives, Office documents, or plain texts in UTF-8 (TXT, LOG, MD, CSV, JSON, source code).';

function textName(base: string, extension: string): string {
  if (TEXT_TYPES.has(extension)) return `${base}.${extension}`;
  return extension === '' ? `${base}.txt` : `${base}.${extension}.txt`;
}

/** `file-type` reads at most this much of a file. */
export const HEAD_BYTES = 4100;

const detectKind = async (head: Uint8Array): Promise<string> => (await fileTypeFromBuffer(head))?.ext ?? '';

const PICTURES = new Set(['png', 'apng', 'jpg', 'webp', 'gif']);
/** Documents in ZIP containers that cannot hold macros. Other containers are stored as plain ZIP archives. */
const DOCUMENT_ZIPS = new Set(['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']);

const MP4_KINDS = new Set(['mp4', 'm4v', 'f4v', '3gp', '3g2']);

/** Re-encodes pictures, upright and without metadata. @throws AppError like `Pictures.reencode` */
export const acceptPicture =
  ({ reencode }: Pictures): FileField['accept'] =>
  async ({ name, head, sender, read }) => {
    const picture = PICTURES.has(await detectKind(head)) ? await reencode(sender, read) : undefined;
    if (picture === undefined) return undefined;
    const { format, ...encoded } = picture;
    const { base } = cleanName(name, 'attachment');
    return { name: `${base}.${format === 'jpeg' ? 'jpg' : format}`, mimeType: `image/${format}`, ...encoded };
  };

/** Crops pictures to upright squares. @throws AppError like `Pictures.square` */
export const acceptAvatar =
  ({ square }: Pictures): FileField['accept'] =>
  async ({ name, head, sender, read }) => {
    if (!PICTURES.has(await detectKind(head))) return undefined;
    const content = await square(sender, await read());
    return { name: `${cleanName(name, 'picture').base}.webp`, mimeType: 'image/webp', content };
  };

/** Stores documents unchanged, under names that neither a program nor a browser runs. The server never opens them. */
const acceptDocument: FileField['accept'] = async ({ name, head, isText }) => {
  const { base, extension } = cleanName(name, 'attachment');
  const kind = await detectKind(head);
  if (kind === 'pdf') return { name: `${base}.pdf`, mimeType: 'application/pdf' };
  // All known kinds with these signatures are ZIP containers.
  if (kind !== '' && /^504b0(?:304|506|708)/.test(head.toString('hex', 0, 4)))
    return { name: `${base}.${DOCUMENT_ZIPS.has(extension) ? extension : 'zip'}`, mimeType: 'application/zip' };
  if (kind === 'gz' || kind === 'tar.gz')
    return { name: `${base}.${extension === 'tgz' ? 'tgz' : 'gz'}`, mimeType: 'application/gzip' };
  return isText ? { name: textName(base, extension), mimeType: TEXT_TYPES.get(extension) ?? 'text/plain' } : undefined;
};

export const acceptAttachment =
  (pictures: Pictures): FileField['accept'] =>
  async (file) =>
    (await acceptPicture(pictures)(file)) ?? acceptDocument(file);

export const NOT_ATTACHABLE = `This kind of file is not taken. ${ACCEPTED_KINDS}`;

export const acceptVideo: FileField['accept'] = async ({ name, head }) => {
  const kind = await detectKind(head);
  const extension = MP4_KINDS.has(kind) ? 'mp4' : kind;
  if (extension !== 'mp4' && extension !== 'webm') return undefined;
  return { name: `${cleanName(name, 'video').base}.${extension}`, mimeType: `video/${extension}` };
};

/** Stores a module's archive unchanged; the module's own checks validate its content. */
export const acceptArchive: FileField['accept'] = async ({ name }) => {
  const { base, extension } = cleanName(name, 'module');
  return extension === 'zip' ? { name: `${base}.zip`, mimeType: 'application/zip' } : undefined;
};
