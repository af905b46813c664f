import { nodeBundle } from '../../scripts/rspack-node.mjs';

/** The worker measures latency in a thread of its own, independent of the attacker's work. */
export default nodeBundle({
  folder: import.meta.dirname,
  entries: { main: './main.ts', 'latency-worker': './latency-worker.ts' },
  uses: ['e2e/chaos'],
});
