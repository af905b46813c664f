import { mentionsLeft, planRemoval, removeFiles } from './new-remote/remove-files.mjs';
import { linkPackages } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain } from './setup/start-error.mjs';

/** `pnpm remove-remote <name>`: deletes a remote's folder and what names it. Where it is live it stays live until it is retired. */
async function main() {
  requireNode();
  const { name, folder } = await planRemoval(ROOT, process.argv.slice(2));
  const changed = removeFiles(ROOT, folder);
  await linkPackages();
  process.stdout.write(`Removed ${folder}/; changed ${[...changed.slice(1), 'pnpm-lock.yaml'].join(', ')}.\n`);
  process.stdout.write(`Where it is live, take it out of the channel: npx pnpm delivery retire ${name}\n`);
  const left = await mentionsLeft(ROOT, folder);
  if (left.length > 0)
    process.stdout.write(`These lines name it still: take it out of them.\n${left.map((line) => `  ${line}\n`).join('')}`);
}

await runMain(main);
