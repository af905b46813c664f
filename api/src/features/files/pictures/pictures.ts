import type { Sender } from '../incoming/quota-reservation.ts';
import { inspectPicture } from './make-picture.ts';
import type { EncodedPicture, PictureFormat, PictureJob, PictureResult } from './make-picture.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { ConcurrencyLimiters } from '../../../platform/concurrency/limiters.ts';
import { WorkerFailedError, createProcessPool } from '../../../platform/workers/process-pool.ts';

export interface PictureMaker {
  /** @throws AppError invalid with a text for `file` if it takes too long, or its process dies */
  make(job: PictureJob): Promise<PictureResult>;
  close(): Promise<void>;
}

/** Separate processes, since uploaded files can crash decoders. */
export function createPictureWorkers({
  script = new URL('picture-worker.js', import.meta.url),
  ...options
}: {
  concurrency: number;
  timeoutMs?: number;
  script?: URL;
}): PictureMaker {
  const { run, close } = createProcessPool<PictureJob, PictureResult>({ ...options, script });
  return {
    make: async (job) => {
      try {
        return await run(job);
      } catch (error) {
        if (!(error instanceof WorkerFailedError)) throw error;
        throw invalid({
          file: 'This picture cannot be read: it is damaged, or takes too long. Save it again, or make it smaller.',
        });
      }
    },
    close,
  };
}

/** Larger pictures take seconds and have their own limiter, so that small ones do not wait for them. */
const MAX_QUICK_PIXELS = 4_000_000;

export const NOT_A_PICTURE = 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.';

type Requester = Pick<Sender, 'id' | 'signal'>;

export interface Pictures {
  /** Removes metadata. @param read runs when a queue slot is free, so that waiting pictures use no memory */
  reencode(sender: Requester, read: () => Promise<Buffer>): Promise<({ format: PictureFormat } & EncodedBuffer) | undefined>;
  /** @throws AppError unsupported_type if it is not a picture; as `reencode` */
  square(sender: Requester, content: Buffer): Promise<Buffer>;
  /** Returns the first frame as WebP. @throws AppError as `reencode` */
  resize(
    requester: Requester,
    of: { format: PictureFormat; pixels: number; width: number },
    read: () => Promise<Buffer>,
  ): Promise<Buffer>;
}

type EncodedBuffer = EncodedPicture & { content: Buffer };

export function createPictures(maker: PictureMaker, { quickPictures, largePictures }: ConcurrencyLimiters): Pictures {
  const make = async (job: PictureJob): Promise<EncodedBuffer> => {
    const result = await maker.make(job);
    if ('damaged' in result) throw invalid({ file: 'This picture is damaged and cannot be read' });
    return { ...result.made, content: Buffer.from(result.made.content) };
  };
  return {
    reencode: async ({ id, signal }, read) => {
      const quick = await quickPictures.run(
        id,
        async () => {
          const content = await read();
          const info = await inspectPicture(content, { animated: true });
          if (info === undefined || info.pixels > MAX_QUICK_PIXELS) return info;
          return { format: info.format, ...(await make({ target: 're-encoded', format: info.format, content })) };
        },
        signal,
      );
      if (quick === undefined || 'content' in quick) return quick;
      const { format } = quick;
      const large = async () => make({ target: 're-encoded', format, content: await read() });
      return { format, ...(await largePictures.run(id, large, signal)) };
    },
    resize: ({ id, signal }, { format, pixels, width }, read) => {
      const limiter = pixels > MAX_QUICK_PIXELS ? largePictures : quickPictures;
      const work = async () => (await make({ target: 'resized', format, width, content: await read() })).content;
      return limiter.run(id, work, signal);
    },
    square: ({ id, signal }, content) =>
      quickPictures.run(
        id,
        async () => {
          const info = await inspectPicture(content);
          if (info === undefined) throw new AppError('unsupported_type', NOT_A_PICTURE);
          return (await make({ target: 'square', format: info.format, content })).content;
        },
        signal,
      ),
  };
}
