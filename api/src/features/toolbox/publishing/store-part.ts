import type { MultipartFile } from '@fastify/multipart';
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { cleanName, looksLikePicture, pictureKind } from '../../files/service.ts';
import type { Pictures, Sender } from '../../files/service.ts';
import { FILE_RULES, aboutPicture, emptyFile, notWhole, tooLarge, wrongKind } from './file-fields.ts';
import type { FileField, ReceivedFile } from './file-fields.ts';
import { sentName } from '../../../platform/http/multipart.ts';
import type { FileStore } from '../../../platform/objects/file-store.ts';

/** Videos that browsers play, and how their names end. */
interface VideoKind {
  mimeType: 'video/mp4' | 'video/webm';
  extension: string;
}

/** Brands of MP4; those of pictures and of QuickTime are others. */
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|dash|MSNV|mmp4|f4v |3g[p2].)$/;
const OTHER_BRANDS = /^(qt {2}|heic|heix|mif1|msf1|avif|avis)$/;
/** How a WebM says that it is one, and no other Matroska: DocType, four characters. */
const WEBM_DOCTYPE = '\x42\x82\x84webm';

/** An MP4 begins with the box `ftyp`, which lists its brands. */
function isMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  return !OTHER_BRANDS.test(brands[0] ?? '') && brands.some((brand) => MP4_BRANDS.test(brand));
}

const isWebm = (head: Buffer) =>
  head.toString('latin1', 0, 4) === '\x1a\x45\xdf\xa3' && head.toString('latin1').includes(WEBM_DOCTYPE);

/** What a file of these first bytes is; its content says so, never its sender. Undefined for what is no such video. */
function videoKind(head: Buffer): VideoKind | undefined {
  if (isMp4(head)) return { mimeType: 'video/mp4', extension: 'mp4' };
  return isWebm(head) ? { mimeType: 'video/webm', extension: 'webm' } : undefined;
}

/** A video says what it is in these. */
const HEAD_BYTES = 64;

/**
 * Lets a file through unchanged and measures it on the way, so that it need not be held whole. What is beyond the limit goes
 * no further: it is read, so that a browser hears why it is refused, and forgotten.
 */
class Measured extends Transform {
  /** Bytes so far, also those beyond the limit. */
  size = 0;
  #head: Buffer = Buffer.alloc(0);
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  /** The first bytes. */
  get head(): Buffer {
    return this.#head;
  }

  get isTooLarge(): boolean {
    return this.size > this.#maxBytes;
  }

  /** SHA-256 in hex: to be asked once, when it is through. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.isTooLarge) {
      done();
      return;
    }
    this.#hash.update(chunk);
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    done(null, chunk);
  }
}

/** A file part, and where it goes. */
interface IncomingPart {
  part: MultipartFile;
  store: FileStore;
  pictures: Pictures;
  sender: Sender;
  key: string;
}

/** What breaks here is the connection; what breaks further on is the store. */
async function* fromSender(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw notWhole(error);
  }
}

/** Lets the file through to `keep`; gives what it measured. @throws AppError for the field, or what `keep` fails with */
async function measure(field: FileField, part: MultipartFile, keep: (content: Readable) => Promise<void>): Promise<Measured> {
  const measured = new Measured(FILE_RULES[field].maxBytes);
  await pipeline(fromSender(part.file), measured, (content) => keep(Readable.from(content, { objectMode: false })));
  if (measured.isTooLarge) throw tooLarge(field);
  if (measured.size === 0) throw emptyFile(field);
  return measured;
}

/** What is in it, the checks of archives say (platform/archives). */
async function storeArchive({ part, store, key }: IncomingPart): Promise<ReceivedFile> {
  const { base, extension } = cleanName(sentName(part), 'module');
  if (extension !== 'zip') throw wrongKind('zipFile');
  const measured = await measure('zipFile', part, (content) => store.put(key, content));
  const about = { name: `${base}.zip`, mimeType: 'application/zip', width: null, height: null };
  return { storageKey: key, ...about, size: measured.size, sha256: measured.sha256() };
}

/** Pictures are made anew: they are small enough to be held. */
async function storeImage({ part, store, pictures, sender, key }: IncomingPart): Promise<ReceivedFile> {
  const name = sentName(part);
  let sent: Buffer = Buffer.alloc(0);
  const { head } = await measure('previewImages', part, async (content) => {
    sent = await buffer(content);
  });
  const picture = looksLikePicture(head)
    ? await pictures
        .anew(sender, async () => sent)
        .catch((error: unknown) => {
          throw aboutPicture(error, cleanName(name, 'picture').base);
        })
    : undefined;
  if (picture === undefined) throw wrongKind('previewImages');
  const { format, content, width, height } = picture;
  await store.put(key, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { storageKey: key, ...pictureKind(name, format), size: content.length, sha256, width, height };
}

/** Videos stay as they are, if they are some. */
async function storeVideo({ part, store, key }: IncomingPart): Promise<ReceivedFile> {
  const measured = await measure('previewVideos', part, (content) => store.put(key, content));
  const kind = videoKind(measured.head);
  if (kind === undefined) throw wrongKind('previewVideos');
  const name = `${cleanName(sentName(part), 'video').base}.${kind.extension}`;
  const about = { name, mimeType: kind.mimeType, width: null, height: null };
  return { storageKey: key, ...about, size: measured.size, sha256: measured.sha256() };
}

/** How each field's files are stored, by their content. @throws AppError with a text for the field */
export const STORING: Record<FileField, (incoming: IncomingPart) => Promise<ReceivedFile>> = {
  zipFile: storeArchive,
  previewImages: storeImage,
  previewVideos: storeVideo,
};
