import { createProcessPool } from '../../../platform/workers/process-pool.ts';
import type { Card, CardRenderer } from './card.ts';

/** Draws cards in a process of its own, one after the other. @param script the bundle of the worker, which lies beside the server's */
export function createCardRenderer(script = new URL('card-worker.js', import.meta.url)): CardRenderer {
  const { run, close } = createProcessPool<Card, Uint8Array>({ concurrency: 1, script });
  return { render: run, close };
}
