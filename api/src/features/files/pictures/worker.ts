import { boundedWorker } from '../../../platform/workers/worker.ts';
import { makePicture } from './make-picture.ts';

/** CPU time for one picture (µs); the largest permitted ones take about 3 s. */
const MAX_CPU_MICROSECONDS = 8_000_000;

export default boundedWorker(makePicture, MAX_CPU_MICROSECONDS);
