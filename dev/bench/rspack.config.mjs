import { join } from 'node:path';
import { nodeBundle } from '../../scripts/rspack-node.mjs';
import { ROOT } from '../../scripts/setup/root.mjs';

const config = nodeBundle({
  folder: import.meta.dirname,
  uses: ['api', 'e2e/chaos'],
  entries: {
    problems: './src/problems.ts',
    modules: './src/modules.ts',
    size: './src/at-size/size.ts',
    'size-fill': './src/at-size/fill-program.ts',
    chat: './src/chat.ts',
    'chat-load': './src/chat-load.ts',
    'sign-in': './src/sign-in.ts',
    renders: './src/renders.ts',
    lighthouse: './src/lighthouse.ts',
    load: './src/load.ts',
    // Threads and processes of the API, which it looks for beside the program.
    'card-worker': '../../api/src/features/previews/rendering/worker.ts',
    'database-worker': '../../api/src/platform/db/embedded/worker.ts',
    'picture-worker': '../../api/src/features/files/pictures/worker.ts',
    // Its process that renders pages: likewise.
    'render-worker': '../../api/src/features/site/rendering/worker.ts',
  },
});

/** The whole API is in these programs: they lie where its packages from the registry are found. */
export default { ...config, output: { ...config.output, path: join(ROOT, 'api/node_modules/.bench') } };
