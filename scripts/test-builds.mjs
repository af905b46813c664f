import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKSUMS } from '../shared/federation/rspack/checksums.mjs';
import { copyWorkspace } from './new-remote/copy-workspace.mjs';
import { runIn } from './new-remote/run-in.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** @returns {Promise<string[]>} folders of the shell and the remotes */
const listPackages = async (workspace) => (await readdir(workspace)).filter((name) => /^(shell|mf-.+)$/.test(name)).toSorted();

/** Hashes of the files that a part was built into, by their paths, and that of the sources. */
async function builtIn(workspace, part) {
  const list = join(workspace, part, 'dist', CHECKSUMS);
  if (!existsSync(list)) throw new StartError(`${part} is not built: run "pnpm build" first.`);
  const { sources, files } = JSON.parse(await readFile(list, 'utf8'));
  return { sources, files };
}

/** Differences of two builds of a package, a line each. */
function differences(part, one, other) {
  if (one.sources !== other.sources) throw new StartError(`${part} was built of other sources: run "pnpm build" and try again.`);
  const paths = new Set([...Object.keys(one.files), ...Object.keys(other.files)]);
  return [...paths].toSorted().flatMap((path) => (one.files[path] === other.files[path] ? [] : `${part}/dist/${path}`));
}

/**
 * `npm test -- --only reproducible`: the shell and the remotes are built again, of a copy of the workspace in another folder, and each file is
 * the same, byte for byte: so a release brings nothing but what was changed. Needs the builds ("pnpm build").
 */
await runMain(async () => {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'solvent-builds-')));
  // At the exit, since that is how a person ends it, too.
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
  await copyWorkspace(copy);
  await runIn(copy, ['node', '--eval', 'import("./scripts/setup/install.mjs").then(({ install }) => install())']);
  await runIn(copy, ['node', 'scripts/build.mjs']);
  const parts = await listPackages(ROOT);
  const different = await Promise.all(
    parts.map(async (part) => differences(part, await builtIn(ROOT, part), await builtIn(copy, part))),
  );
  if (different.flat().length > 0)
    throw new StartError(
      `Two builds of the same sources differ:\n${different.flat().join('\n')}\nLook for an order, a path or a time in what builds them (shared/federation/rspack).`,
    );
  process.stdout.write(`${parts.join(', ')}: built twice, and the same to the byte.\n`);
});
