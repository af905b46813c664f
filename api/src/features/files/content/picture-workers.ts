import { Tinypool } from 'tinypool';
import { invalid } from '../../../platform/errors/app-error.ts';
import { errorCode } from '../../../platform/errors/error-code.ts';
import type { PictureJob, PictureResult } from './make-picture.ts';

/** A process that has nothing to do ends after so long (ms), and gives its memory back. */
const IDLE = 30_000;

/** Makes pictures: the port. */
export interface PictureMaker {
  /** @throws AppError invalid with a text for `file` where it takes too long, or its process died of it */
  make(job: PictureJob): Promise<PictureResult>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';
/** The pool's own word for a process that died at its work, or ended itself (picture-worker.ts). */
const hasDied = (error: unknown) => error instanceof Error && error.message === 'Worker exited unexpectedly';

/** It died before it had the picture: that is not the picture's fault. */
const neverHadIt = (error: unknown) => ['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED'].includes(errorCode(error) ?? '');

/**
 * Makes pictures in processes of their own, each one at a time: what decoders take of threads and memory, or die of, is theirs,
 * and they come last where processors are scarce. None runs before the first picture.
 *
 * @param options `atOnce` processes at most; `patience`: one picture may take so long (ms), on a machine that has other things to do; `script`: the bundle of the worker, which lies beside the server's
 */
export function createPictureWorkers({
  atOnce,
  patience = 30_000,
  script = new URL('picture-worker.js', import.meta.url),
}: {
  atOnce: number;
  patience?: number;
  script?: URL;
}): PictureMaker {
  const pool = new Tinypool({
    filename: script.href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: IDLE,
    // Nothing of the server's settings is for who reads strangers' files.
    env: {},
    // Nor are its arguments, such as a module that ends it with whoever started it.
    execArgv: [],
  });
  // One that died while it had nothing to do: the next picture starts another.
  pool.on('error', () => undefined);
  // The process answers with what `makePicture` gives.
  const run = (job: PictureJob) => pool.run(job, { signal: AbortSignal.timeout(patience) }) as Promise<PictureResult>;
  return {
    make: async (job) => {
      try {
        return await run(job).catch((error: unknown) => {
          if (neverHadIt(error)) return run(job);
          throw error;
        });
      } catch (error) {
        if (!isAborted(error) && !hasDied(error)) throw error;
        throw invalid({
          file: 'This picture cannot be read: it is damaged, or takes too long. Save it anew, or make it smaller.',
        });
      }
    },
    close: () => pool.destroy(),
  };
}
