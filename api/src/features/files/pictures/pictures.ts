import type { Sender } from '../incoming/quota-reservation.ts';
import { lookAt } from './make-picture.ts';
import type { MadePicture, PictureFormat, PictureJob, PictureResult } from './make-picture.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { ConcurrencyLimiters } from '../../../platform/concurrency/limiters.ts';
import { WorkerFailedError, createProcessPool } from '../../../platform/workers/process-pool.ts';

/** Makes pictures: the port. */
export interface PictureMaker {
  /** @throws AppError invalid with a text for `file` where it takes too long, or its process died of it */
  make(job: PictureJob): Promise<PictureResult>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * Makes pictures in processes of their own, as of any pool: decoders die of what strangers send.
 *
 * @param options `atOnce` processes at most; `timeout`: one picture may take so long (ms); `script`: the bundle of the worker, which lies beside the server's
 */
export function createPictureWorkers({
  atOnce,
  timeout,
  script = new URL('picture-worker.js', import.meta.url),
}: {
  atOnce: number;
  timeout?: number;
  script?: URL;
}): PictureMaker {
  const { run, close } = createProcessPool<PictureJob, PictureResult>({ concurrency: atOnce, timeoutMs: timeout, script });
  return {
    make: async (job) => {
      try {
        return await run(job);
      } catch (error) {
        if (!(error instanceof WorkerFailedError)) throw error;
        throw invalid({
          file: 'This picture cannot be read: it is damaged, or takes too long. Save it anew, or make it smaller.',
        });
      }
    },
    close,
  };
}

/** Larger ones take seconds: they have a row of their own, so that nobody's small picture waits for them. */
const QUICK_PIXELS = 4_000_000;

/** Of what is no picture of a person, for them. */
export const NO_PICTURE = 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.';

/** Who wants a picture made, until they are gone. */
type Asking = Pick<Sender, 'id' | 'signal'>;

/** Makes the pictures that people send, by turns. */
export interface Pictures {
  /**
   * The same picture, upright, at its size and moving if it does, without where and with what it was taken; undefined for what
   * is none.
   * @param read gives what was sent; not before it is this picture's turn, so that those that wait take no room
   * @throws AppError invalid with a text for `file` where it is damaged, takes too long or has too many pixels; unavailable
   *   where too many wait
   */
  reencode(sender: Asking, read: () => Promise<Buffer>): Promise<({ format: PictureFormat } & PictureOf) | undefined>;
  /**
   * A person's picture: an upright square WebP. What the sender calls the type counts for nothing.
   * @throws AppError unsupported_type for what is none; as `reencode`
   */
  square(sender: Asking, content: Buffer): Promise<Buffer>;
  /**
   * A picture that was made here before, not wider than `width`, as WebP; of a moving one the first frame.
   * @param of its format, and how many pixels it has
   * @throws AppError as `reencode`
   */
  narrower(
    asking: Asking,
    of: { format: PictureFormat; pixels: number; width: number },
    read: () => Promise<Buffer>,
  ): Promise<Buffer>;
}

type PictureOf = Omit<MadePicture, 'content'> & { content: Buffer };

/** @param maker is asked for as many at once as there are turns for pictures */
export function createPictures(maker: PictureMaker, { quickPictures, largePictures }: ConcurrencyLimiters): Pictures {
  const make = async (job: PictureJob): Promise<PictureOf> => {
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
          const looks = await lookAt(content, { animated: true });
          if (looks === undefined || looks.pixels > QUICK_PIXELS) return looks;
          return { format: looks.format, ...(await make({ target: 're-encoded', format: looks.format, content })) };
        },
        signal,
      );
      if (quick === undefined || 'content' in quick) return quick;
      const { format } = quick;
      const large = async () => make({ target: 're-encoded', format, content: await read() });
      return { format, ...(await largePictures.run(id, large, signal)) };
    },
    narrower: ({ id, signal }, { format, pixels, width }, read) => {
      const turns = pixels > QUICK_PIXELS ? largePictures : quickPictures;
      const work = async () => (await make({ target: 'narrower', format, width, content: await read() })).content;
      return turns.run(id, work, signal);
    },
    square: ({ id, signal }, content) =>
      quickPictures.run(
        id,
        async () => {
          const looks = await lookAt(content);
          if (looks === undefined) throw new AppError('unsupported_type', NO_PICTURE);
          return (await make({ target: 'square', format: looks.format, content })).content;
        },
        signal,
      ),
  };
}
