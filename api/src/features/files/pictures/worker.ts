import { constants, setPriority } from 'node:os';
import { makePicture } from './make-picture.ts';
import type { PictureJob, PictureResult } from './make-picture.ts';

// Whoever waits for a page is served first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A signal that ends the server may reach all of its processes: it ends them itself, once what is under way is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

/** A picture may take so much of a processor (µs); the largest that are permitted take some 3 s. */
const PROCESSOR_MAX = 8_000_000;
const LOOKS_EVERY = 200;

/** Makes a picture in a process of the pool (pictures.ts). One that takes too much ends it: decoders hear of nothing else. */
export default async function makeInTime(job: PictureJob): Promise<PictureResult> {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > PROCESSOR_MAX) process.kill(process.pid, 'SIGKILL');
  }, LOOKS_EVERY);
  return makePicture(job).finally(() => clearInterval(watch));
}
