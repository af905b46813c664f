import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** The package with the version of the release. */
const VERSIONED_PACKAGE = 'api/package.json';
const PREVIOUS_RELEASE = 'api/migrations/previous-release.json';
const JOURNAL = 'api/migrations/meta/_journal.json';

/** Runs a program in the workspace. @returns {string} its output */
function run(root, command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    throw new StartError(`"${[command, ...args].join(' ')}" failed: ${(stderr || stdout || String(error)).trim()}`);
  return stdout.trim();
}

const readJson = (root, path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const writeJson = (root, path, value) => writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`);

/** Moves CHANGELOG.md to the package while Changesets runs, which expects it there. @returns {string} the new version */
function bumpVersion(root) {
  const [rootFile, packageFile] = [join(root, 'CHANGELOG.md'), join(root, 'api/CHANGELOG.md')];
  renameSync(rootFile, packageFile);
  try {
    run(root, join(root, 'node_modules/.bin/changeset'), 'version');
  } finally {
    renameSync(packageFile, rootFile);
  }
  return readJson(root, VERSIONED_PACKAGE).version;
}

/**
 * Releases the checked-out commit: applies the changesets to the version and CHANGELOG.md, commits, and tags. A second commit
 * records this release as the previous one, with which later migrations must be compatible.
 *
 * @param {string} root folder of the workspace
 * @returns {string} the new version
 */
export function release(root) {
  if (run(root, 'git', 'status', '--porcelain') !== '')
    throw new StartError('There are changes here: commit or stash them first.');
  const changesets = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  if (changesets.length === 0)
    throw new StartError(
      'There is nothing to release: no file in .changeset says what changed. Add one as CONTRIBUTING.md shows (Release the server).',
    );
  const version = bumpVersion(root);
  writeJson(root, 'package.json', { ...readJson(root, 'package.json'), version });
  run(root, 'git', 'add', '--all');
  run(root, 'git', 'commit', '--message', `release: ${version}`);
  run(root, 'git', 'tag', '--annotate', `v${version}`, '--message', `Solvent ${version}`);
  const commit = run(root, 'git', 'rev-parse', 'HEAD');
  const migration = readJson(root, JOURNAL).entries.at(-1).tag;
  writeJson(root, PREVIOUS_RELEASE, { version, commit, migration });
  run(root, 'git', 'commit', '--all', '--message', `release: record ${version} as the previous release`);
  return version;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(async () => {
    const version = release(ROOT);
    process.stdout.write(`Solvent ${version} is committed and tagged v${version}. Publish it: git push --follow-tags\n`);
  });
