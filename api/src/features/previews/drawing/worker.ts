import { boundedWorker } from '../../../platform/workers/worker.ts';
import { drawCard } from './draw-card.ts';

/** A card may take so much of a processor (µs): the first one of a process takes half a second, any other a tenth of that. */
const PROCESSOR_MAX = 8_000_000;

/** Draws a card in a process of the pool (card-workers.ts). */
export default boundedWorker(drawCard, PROCESSOR_MAX);
