import { nodeBundle } from '../scripts/rspack-node.mjs';

export default nodeBundle({
  folder: import.meta.dirname,
  entries: {
    main: './src/main.ts',
    'check-settings': './src/check-settings.ts',
    'database-worker': './src/platform/db/embedded/worker.ts',
    'picture-worker': './src/features/files/pictures/worker.ts',
    'many-problems': './src/many-problems.ts',
    'review-modules': './src/review-modules.ts',
    'sign-in-time': './src/bench/sign-in-time.ts',
    'problem-times': './src/bench/problem-times.ts',
    'module-times': './src/bench/module-times.ts',
    'chat-times': './src/bench/chat-times.ts',
    'chat-load': './src/bench/chat-load.ts',
    'identity-emulator': './src/identity-emulator.ts',
  },
});
