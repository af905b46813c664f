import { nodeBundle } from '../scripts/rspack-node.mjs';

export default nodeBundle({
  folder: import.meta.dirname,
  entries: {
    main: './src/main.ts',
    solvent: './src/solvent.ts',
    'database-worker': './src/platform/db/embedded/worker.ts',
    'card-worker': './src/features/previews/rendering/worker.ts',
    'picture-worker': './src/features/files/pictures/worker.ts',
    'render-worker': './src/features/site/rendering/worker.ts',
  },
});
