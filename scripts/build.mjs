import { build } from './setup/build.mjs';
import { runMain } from './setup/start-error.mjs';

/** `pnpm build`: builds changed packages. */
await runMain(async () => {
  await build();
  process.stdout.write('Everything is built.\n');
});
