import { planRemote } from './new-remote/plan.mjs';
import { writeRemote } from './new-remote/write-remote.mjs';
import { linkPackages } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const formatNextSteps = ({ name }) => `
  mf-${name}/ has a page at /${name}, with its query and its tests. Nothing else changed but the lockfile.

  See it while you work    npx pnpm dev ${name}
  Test it                  npm test -- --only unit mf-${name}
  Check its sources        npx pnpm check ${name}
  Build it                 npx pnpm --filter @solvent/mf-${name} build
  Put it into the store    npx pnpm delivery publish ${name}
  Make it live             npx pnpm delivery promote ${name}@<the version that publish printed>

  Add your team to CODEOWNERS. Every step: docs/first-remote.md
`;

/** Links the packages. Keeps the new folder if linking fails, and states how to continue, because a second run would refuse it. */
async function linkRemote({ name }) {
  try {
    await linkPackages();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message}\nmf-${name}/ is written: run "npx pnpm install", then continue in this folder.`);
  }
}

/** `pnpm new-remote <name>`: creates a remote with one page and its tests. Changes nothing in the shell. */
async function main() {
  requireNode();
  const plan = planRemote(ROOT, process.argv.slice(2));
  for (const path of await writeRemote(plan)) process.stdout.write(`  mf-${plan.name}/${path}\n`);
  await linkRemote(plan);
  process.stdout.write(formatNextSteps(plan));
}

await runMain(main);
