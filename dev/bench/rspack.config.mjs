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
    // Worker scripts of the API, which loads them from the folder of the bundle.
    'card-worker': '../../api/src/features/previews/rendering/worker.ts',
    'database-worker': '../../api/src/platform/db/embedded/worker.ts',
    'picture-worker': '../../api/src/features/files/pictures/worker.ts',
    'render-worker': '../../api/src/features/site/rendering/worker.ts',
  },
});

/** The bundles contain the whole API, so they are written where Node resolves its external packages. */
export default { ...config, output: { ...config.output, path: join(ROOT, 'api/node_modules/.bench') } };
