import { nodeBundle } from '../../scripts/rspack-node.mjs';

/** The program, and what of it runs in a thread of its own: what others feel is not to wait for the attacker's own work. */
export default nodeBundle({
  folder: import.meta.dirname,
  entries: { main: './main.ts', others: './latency-worker.ts' },
  uses: ['e2e/chaos'],
});
