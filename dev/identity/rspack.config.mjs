import { nodeBundle } from '../../scripts/rspack-node.mjs';

export default nodeBundle({
  folder: import.meta.dirname,
  uses: ['api'],
  entries: { main: './src/main.ts' },
});
