import { Tinypool } from 'tinypool';
import { errorCode } from '../errors/error-code.ts';

/** A process that has nothing to do ends after so long (ms), and gives its memory back. */
const IDLE = 30_000;

/** One job may take so long (ms), on a machine that has other things to do. */
const TIMEOUT = 30_000;

/** A job has no result: it took too long, or its process died of it. */
export class WorkerFailedError extends Error {
  override readonly name = 'LostJobError';
}

/** Does jobs in processes of their own. */
export interface ProcessPool<Job, Result> {
  /** @throws LostJobError where it takes too long, or its process died of it; what the worker throws */
  run(job: Job): Promise<Result>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';
/** The pool's own word for a process that died at its work, or ended itself (worker.ts). */
const hasDied = (error: unknown) => error instanceof Error && error.message === 'Worker exited unexpectedly';

/** It died before it had the job: that is not the job's fault. */
const neverHadIt = (error: unknown) => ['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED'].includes(errorCode(error) ?? '');

/**
 * Does jobs in processes of their own, each one at a time: what they take of threads and memory, or die of, is theirs, and they
 * come last where processors are scarce (worker.ts). None runs before the first job.
 *
 * @param options `atOnce` processes at most; `timeout`: one job may take so long (ms); `script`: the bundle of the worker, whose
 *   default export takes a job and gives its result
 */
export function createProcessPool<Job, Result>({
  atOnce,
  timeout = TIMEOUT,
  script,
}: {
  atOnce: number;
  timeout?: number | undefined;
  script: URL;
}): ProcessPool<Job, Result> {
  const pool = new Tinypool({
    filename: script.href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: IDLE,
    // Nothing of the server's settings is for who reads what strangers sent.
    env: {},
    // Nor are its arguments, such as a module that ends it with whoever started it.
    execArgv: [],
  });
  // One that died while it had nothing to do: the next job starts another.
  pool.on('error', () => undefined);
  // The script's default export says what comes back.
  const run = (job: Job) => pool.run(job, { signal: AbortSignal.timeout(timeout) }) as Promise<Result>;
  return {
    run: async (job) => {
      try {
        return await run(job).catch((error: unknown) => {
          if (neverHadIt(error)) return run(job);
          throw error;
        });
      } catch (error) {
        if (!isAborted(error) && !hasDied(error)) throw error;
        throw new WorkerFailedError('A job took too long, or its process died of it.', { cause: error });
      }
    },
    close: () => pool.destroy(),
  };
}
