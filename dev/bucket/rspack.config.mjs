import { nodeBundle } from '../../scripts/rspack-node.mjs';

export default nodeBundle({ folder: import.meta.dirname, entries: { main: './src/main.ts' } });
