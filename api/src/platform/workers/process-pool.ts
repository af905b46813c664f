import { Tinypool } from 'tinypool';
import { errorCode } from '../errors/error-code.ts';

const IDLE_TIMEOUT_MS = 30_000;

const TIMEOUT_MS = 30_000;

/** A job timed out, or crashed its process. */
export class WorkerFailedError extends Error {
  override readonly name = 'WorkerFailedError';
}

export interface ProcessPool<Job, Result> {
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';
/** Returns whether the process crashed, by the message of tinypool. */
const hasCrashed = (error: unknown) => error instanceof Error && error.message === 'Worker exited unexpectedly';

/** Returns whether the process died before it received the job. */
const isUndelivered = (error: unknown) => ['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED'].includes(errorCode(error) ?? '');

/** Runs each job in a child process. @param options `concurrency`: maximum number of processes; `script`: its default export runs a job */
export function createProcessPool<Job, Result>({
  concurrency,
  timeoutMs = TIMEOUT_MS,
  script,
}: {
  concurrency: number;
  timeoutMs?: number | undefined;
  script: URL;
}): ProcessPool<Job, Result> {
  const pool = new Tinypool({
    filename: script.href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: concurrency,
    idleTimeout: IDLE_TIMEOUT_MS,
    // Workers parse untrusted files, so they get no settings.
    env: {},
    // The server's own arguments may preload modules.
    execArgv: [],
  });
  // An idle process crashed; the next job starts another.
  pool.on('error', () => undefined);
  // The script's default export determines the type.
  const run = (job: Job) => pool.run(job, { signal: AbortSignal.timeout(timeoutMs) }) as Promise<Result>;
  return {
    run: async (job) => {
      try {
        return await run(job).catch((error: unknown) => {
          if (isUndelivered(error)) return run(job);
          throw error;
        });
      } catch (error) {
        if (!isAborted(error) && !hasCrashed(error)) throw error;
        throw new WorkerFailedError('A job timed out or crashed its process.', { cause: error });
      }
    },
    close: () => pool.destroy(),
  };
}
