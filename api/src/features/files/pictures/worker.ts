import { boundedWorker } from '../../../platform/workers/worker.ts';
import { makePicture } from './make-picture.ts';

/** A picture may take so much of a processor (µs); the largest that are permitted take some 3 s. */
const PROCESSOR_MAX = 8_000_000;

/** Makes a picture in a process of the pool (pictures.ts). */
export default boundedWorker(makePicture, PROCESSOR_MAX);
