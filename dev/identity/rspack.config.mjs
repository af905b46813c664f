import { nodeBundle } from '../../scripts/rspack-node.mjs';

export default nodeBundle({
  folder: import.meta.dirname,
  uses: ['api', 'delivery'],
  entries: { main: './src/main.ts' },
});
