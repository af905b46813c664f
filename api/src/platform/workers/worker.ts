import { constants, setPriority } from 'node:os';

const LOOKS_EVERY = 200;

/**
 * What a worker of a pool (process-pool.ts) exports by default: does `work` in a process that comes behind the server's own. A
 * job that takes too much of a processor ends the process: decoders hear of nothing else.
 * @param processorMax so much of a processor may a job take (µs)
 */
export function boundedWorker<Job, Result>(
  work: (job: Job) => Promise<Result>,
  processorMax: number,
): (job: Job) => Promise<Result> {
  // Whoever waits for a page is served first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // A signal that ends the server may reach all of its processes: it ends them itself, once what is under way is done.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  return async (job) => {
    const before = process.cpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system > processorMax) process.kill(process.pid, 'SIGKILL');
    }, LOOKS_EVERY);
    try {
      return await work(job);
    } finally {
      clearInterval(watch);
    }
  };
}
