import { createProcessPool } from '../../../platform/workers/process-pool.ts';
import type { Card, CardRenderer } from './card.ts';

/** Renders cards one at a time in a separate process. @param script the worker's bundle, next to the server's */
export function createCardRenderer(script = new URL('card-worker.js', import.meta.url)): CardRenderer {
  const { run, close } = createProcessPool<Card, Uint8Array>({ concurrency: 1, script });
  return { render: run, close };
}
