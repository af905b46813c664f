import { planRemoval, removeRemote } from './new-remote/remove-files.mjs';
import { linkPackages } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain } from './setup/start-error.mjs';

/** `pnpm remove-remote <name>`: deletes a remote's folder, and its lines in other files. A live remote stays live until it is retired. */
async function main() {
  requireNode();
  await removeRemote(ROOT, await planRemoval(ROOT, process.argv.slice(2)), { link: linkPackages });
}

await runMain(main);
