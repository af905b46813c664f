import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import config from '../.dependency-cruiser.mjs';
import { checkCitations, findUntestedRules } from './boundaries/citations.mjs';
import { runDependencyCruiser } from './boundaries/cruise.mjs';
import { FOLDER_CYCLE_COMMENT, findFolderCycles } from './boundaries/folder-cycles.mjs';
import { PLANTED } from './boundaries/planted-violations.mjs';
import { checkReadmeNames } from './boundaries/readme-names.mjs';
import { comparePicture } from './boundaries/server-picture.mjs';
import { findUnlistedImports } from './boundaries/unlisted.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** Packages of the workspace. The check fails if one has no modules, because an unread package has no violations. */
const listPackageFolders = () => [
  'api',
  'delivery',
  'e2e',
  'shell',
  ...listPackagesIn('.', /^mf-/),
  ...listPackagesIn('shared', /./).map((name) => `shared/${name}`),
  ...listPackagesIn('dev', /./).map((name) => `dev/${name}`),
];

const listPackagesIn = (parent, pattern) =>
  readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && pattern.test(entry.name))
    .filter((entry) => existsSync(join(ROOT, parent, entry.name, 'package.json')))
    .map((entry) => entry.name);

/** Prints every violation of the workspace. @returns {Promise<number>} number of modules */
async function checkWorkspace() {
  const folders = listPackageFolders();
  const { modules, summary } = await runDependencyCruiser(ROOT, [...folders, 'scripts']);
  const unread = folders.filter((area) => !modules.some(({ source }) => source.startsWith(`${area}/`)));
  if (unread.length > 0) throw new StartError(`Nothing was read in ${unread.join(', ')}, so nothing was checked there.`);
  for (const { rule, from, to } of summary.violations) {
    const { comment } = config.forbidden.find(({ name }) => name === rule.name) ?? {};
    process.stdout.write(`${rule.name}: ${from} → ${to}\n  ${comment}\n`);
  }
  const cycles = findFolderCycles(modules);
  for (const { source, resolved } of cycles)
    process.stdout.write(`folder-cycle: ${source} → ${resolved}\n  ${FOLDER_CYCLE_COMMENT}\n`);
  const unlisted = findUnlistedImports(modules, ROOT);
  for (const { from, library, folder, name } of unlisted)
    process.stdout.write(
      `unlisted: ${from} → ${library}\n  ${folder}/package.json does not list it: npx pnpm --filter ${name} add ${library}\n`,
    );
  const wrongArrows = comparePicture(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'), modules);
  for (const arrow of wrongArrows) process.stdout.write(`server-picture: in docs/architecture.md, ${arrow}\n`);
  const count = summary.violations.length + cycles.length + unlisted.length + wrongArrows.length;
  if (count > 0) throw new StartError(`Imports that cross a boundary: ${count}.`);
  return modules.length;
}

/** Writes a small workspace with one violation of each rule. @throws StartError if the check misses one */
async function checkRules() {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-boundaries-'));
  try {
    for (const [path, text] of Object.entries(PLANTED.files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { modules, summary } = await runDependencyCruiser(folder, PLANTED.folders);
    const cycles = findFolderCycles(modules).map(({ source }) => `folder-cycle in ${source}`);
    const unlisted = findUnlistedImports(modules, folder).map(({ from }) => `unlisted in ${from}`);
    const caught = new Set([...summary.violations.map(({ rule, from }) => `${rule.name} in ${from}`), ...cycles, ...unlisted]);
    const missed = PLANTED.violations.filter((violation) => !caught.has(violation));
    if (missed.length > 0) throw new StartError(`These planted violations were not caught: ${missed.join('; ')}.`);
    const untestedNames = config.forbidden.filter(({ name }) => !PLANTED.violations.some((text) => text.startsWith(`${name} `)));
    if (untestedNames.length > 0)
      throw new StartError(`No violation is planted for ${untestedNames.map(({ name }) => name).join(', ')}.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

await runMain(async () => {
  const citationCount = checkCitations(ROOT);
  const nameCount = checkReadmeNames(ROOT);
  await checkRules();
  const moduleCount = await checkWorkspace();
  const untested = findUntestedRules(ROOT);
  if (untested.length > 0)
    throw new StartError(`No test cites these rules of docs/product.md, as in "(product 4.6)": ${untested.join(', ')}`);
  process.stdout.write(
    `${moduleCount} modules keep the boundaries; ${PLANTED.violations.length} planted violations were caught. ${citationCount} citations and ${nameCount} names in READMEs exist.\n`,
  );
});
