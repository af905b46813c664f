import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Sender } from '../forms.ts';
import { inspectPicture } from './make-picture.ts';
import type { PictureFormat, PictureJob, PictureResult } from './make-picture.ts';
import type { FileRow } from '../../../schema/index.ts';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts';
import type { ConcurrencyLimiters } from '../../../platform/concurrency/limiters.ts';
import { WorkerFailedError } from '../../../platform/workers/process-pool.ts';
import type { ProcessPool } from '../../../platform/workers/process-pool.ts';

/** Separate processes, since uploaded files can crash decoders. */
export type PictureMaker = ProcessPool<PictureJob, PictureResult>;

/** Larger pictures take seconds and have their own limiter, so that small ones do not wait for them. */
const MAX_QUICK_PIXELS = 4_000_000;

export const NOT_A_PICTURE = 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.';

const UNREADABLE = 'This picture cannot be read: it is damaged, or takes too long. Save it again, or make it smaller.';

type PictureLimiters = Pick<ConcurrencyLimiters, 'quickPictures' | 'largePictures'>;

export type Pictures = ReturnType<typeof createPictures>;

export function createPictures(maker: PictureMaker, { quickPictures, largePictures }: PictureLimiters) {
  const make = async (job: PictureJob) => {
    const result = await maker.run(job).catch((error: unknown) => {
      throw error instanceof WorkerFailedError ? invalid({ file: UNREADABLE }) : error;
    });
    if ('damaged' in result) throw invalid({ file: 'This picture is damaged and cannot be read' });
    return { ...result.made, content: Buffer.from(result.made.content) };
  };
  return {
    /** Removes metadata. @param read runs when a queue slot is free, so that waiting pictures use no memory */
    async reencode({ id, signal }: Sender, read: () => Promise<Buffer>) {
      const encode = async (format: PictureFormat, content: Buffer) => ({
        format,
        ...(await make({ target: 're-encoded', format, content })),
      });
      const inspectAndEncode = async () => {
        const content = await read();
        const info = await inspectPicture(content, { animated: true });
        return info === undefined || info.pixels > MAX_QUICK_PIXELS ? info : encode(info.format, content);
      };
      const quick = await quickPictures.run(id, inspectAndEncode, signal);
      if (quick === undefined || 'content' in quick) return quick;
      return largePictures.run(id, async () => encode(quick.format, await read()), signal);
    },
    /** Returns the first frame as WebP. @throws AppError like `reencode` */
    resize(
      { id, signal }: Sender,
      { format, pixels, width }: { format: PictureFormat; pixels: number; width: number },
      read: () => Promise<Buffer>,
    ) {
      const limiter = pixels > MAX_QUICK_PIXELS ? largePictures : quickPictures;
      const work = async () => (await make({ target: 'resized', format, width, content: await read() })).content;
      return limiter.run(id, work, signal);
    },
    /**
     * Crops a picture to a square WebP avatar.
     * @throws AppError `unsupported_type` if it is not a picture, `invalid` if it is too large or cannot be decoded, `unavailable`
     * if too many wait
     */
    square({ id, signal }: Sender, content: Buffer) {
      const work = async () => {
        const info = await inspectPicture(content);
        if (info === undefined) throw new AppError('unsupported_type', NOT_A_PICTURE);
        return (await make({ target: 'square', format: info.format, content })).content;
      };
      return quickPictures.run(id, work, signal);
    },
  };
}

const RESIZED_FORMATS = ['png', 'jpeg', 'webp'] as const;

export const getResizedKey = (storageKey: string, width: number): string => `${storageKey}.w${width}.webp`;

/** Shares concurrent requests by storage key: all participants of a conversation load a new picture at once. */
const inProgress = new Map<string, Promise<Buffer>>();

/** Creates and stores the picture on the first request. @returns undefined if the file itself should be served */
export async function getResizedPicture(
  { files: store, pictures }: Pick<Deps, 'files' | 'pictures'>,
  file: FileRow,
  width: number,
): Promise<{ content: Buffer; etag: string } | undefined> {
  const format = RESIZED_FORMATS.find((known) => file.mimeType === `image/${known}`);
  if (format === undefined || file.purpose !== 'message' || file.width === null || file.width <= width) return undefined;
  const key = getResizedKey(file.storageKey, width);
  const pixels = file.width * (file.height ?? 0);
  const read = async () => {
    const content = await store.readAll(file.storageKey);
    if (content === undefined) throw notFound('This file');
    return content;
  };
  const resizeAndStore = async () => {
    // Never aborted: the result is stored for later requests.
    const requester = { id: file.ownerId ?? file.id, signal: new AbortController().signal };
    const content = await pictures.resize(requester, { format, pixels, width }, read);
    await store.put(key, content);
    return content;
  };
  const etag = `"${createHash('sha256').update(`${file.sha256} ${width}`).digest('hex')}"`;
  try {
    const pending = inProgress.get(key) ?? store.readAll(key).then((stored) => stored ?? resizeAndStore());
    inProgress.set(key, pending);
    const content = await pending.finally(() => inProgress.delete(key));
    return { content, etag };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not_found') return undefined;
    throw error;
  }
}
