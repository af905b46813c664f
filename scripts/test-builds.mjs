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
const listFrontEnds = async (workspace) => (await readdir(workspace)).filter((name) => /^(shell|mf-.+)$/.test(name)).toSorted();

/** Reads the hash of a build's sources, and the hashes of its files by path. */
async function readChecksums(workspace, frontEnd) {
  const list = join(workspace, frontEnd, 'dist', CHECKSUMS);
  if (!existsSync(list)) throw new StartError(`${frontEnd} is not built: run "pnpm build" first.`);
  const { sources, files } = JSON.parse(await readFile(list, 'utf8'));
  return { sources, files };
}

/** @returns {string[]} paths of files that differ between two builds */
function listDifferences(frontEnd, one, other) {
  if (one.sources !== other.sources)
    throw new StartError(`${frontEnd} was built from other sources: run "pnpm build" and try again.`);
  const paths = new Set([...Object.keys(one.files), ...Object.keys(other.files)]);
  return [...paths].toSorted().flatMap((path) => (one.files[path] === other.files[path] ? [] : `${frontEnd}/dist/${path}`));
}

/**
 * `npm test -- --only reproducible`: builds the shell and the remotes again in a copy of the workspace, and checks that all files are
 * identical. So a release contains only intended changes. Needs the builds ("pnpm build").
 */
await runMain(async () => {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'solvent-builds-')));
  // On exit, which also covers an interruption by the user.
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
  await copyWorkspace(copy);
  await runIn(copy, ['node', '--eval', 'import("./scripts/setup/install.mjs").then(({ install }) => install())']);
  await runIn(copy, ['node', 'scripts/build.mjs']);
  const frontEnds = await listFrontEnds(ROOT);
  const different = await Promise.all(
    frontEnds.map(async (frontEnd) =>
      listDifferences(frontEnd, await readChecksums(ROOT, frontEnd), await readChecksums(copy, frontEnd)),
    ),
  );
  if (different.flat().length > 0)
    throw new StartError(
      `Two builds of the same sources differ:\n${different.flat().join('\n')}\nLook for an order, a path or a time that affects the build (shared/federation/rspack).`,
    );
  process.stdout.write(`${frontEnds.join(', ')}: built twice, with identical files.\n`);
});
