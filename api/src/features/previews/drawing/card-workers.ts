import { createProcessPool } from '../../../platform/workers/process-pool.ts';
import type { Card, CardDrawer } from './card.ts';

/** Draws cards in a process of its own, one after the other. @param script the bundle of the worker, which lies beside the server's */
export function createCardWorkers(script = new URL('card-worker.js', import.meta.url)): CardDrawer {
  const { run, close } = createProcessPool<Card, Uint8Array>({ atOnce: 1, script });
  return { draw: run, close };
}
