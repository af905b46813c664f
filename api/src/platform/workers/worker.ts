import { constants, setPriority } from 'node:os';

const CHECK_INTERVAL_MS = 200;

/** Creates the default export of a worker. Kills the process for excessive CPU use, since native decoders cannot be interrupted. */
export function boundedWorker<Job, Result>(
  work: (job: Job) => Promise<Result>,
  maxCpuMicros: number,
): (job: Job) => Promise<Result> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Signals may reach the process group; the server stops its workers itself, after their jobs.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  return async (job) => {
    const before = process.cpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system > maxCpuMicros) process.kill(process.pid, 'SIGKILL');
    }, CHECK_INTERVAL_MS);
    try {
      return await work(job);
    } finally {
      clearInterval(timer);
    }
  };
}
