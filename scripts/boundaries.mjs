import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import config from '../.dependency-cruiser.mjs';
import { checkCitations, untestedRules } from './boundaries/citations.mjs';
import { cruise } from './boundaries/cruise.mjs';
import { FOLDER_CYCLE_COMMENT, folderCycles } from './boundaries/folder-cycles.mjs';
import { PLANTED } from './boundaries/planted-violations.mjs';
import { checkReadmeNames } from './boundaries/readme-names.mjs';
import { comparePicture } from './boundaries/server-picture.mjs';
import { unlistedImports } from './boundaries/unlisted.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** Folders of the workspace. Each must be read, or a rule without violations would prove nothing. */
const areas = () => [
  'api',
  'delivery',
  'e2e',
  'shell',
  ...foldersIn('.', /^mf-/),
  ...foldersIn('shared', /./).map((name) => `shared/${name}`),
  ...foldersIn('dev', /./).map((name) => `dev/${name}`),
];

const foldersIn = (parent, pattern) =>
  readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && pattern.test(entry.name))
    .filter((entry) => existsSync(join(ROOT, parent, entry.name, 'package.json')))
    .map((entry) => entry.name);

/** Reads the workspace and prints every violation. */
async function checkWorkspace() {
  const wanted = areas();
  const { modules, summary } = await cruise(ROOT, [...wanted, 'scripts']);
  const unread = wanted.filter((area) => !modules.some(({ source }) => source.startsWith(`${area}/`)));
  if (unread.length > 0) throw new StartError(`Nothing was read in ${unread.join(', ')}, so nothing was checked there.`);
  for (const { rule, from, to } of summary.violations) {
    const { comment } = config.forbidden.find(({ name }) => name === rule.name) ?? {};
    process.stdout.write(`${rule.name}: ${from} → ${to}\n  ${comment}\n`);
  }
  const cycles = folderCycles(modules);
  for (const { source, resolved } of cycles)
    process.stdout.write(`folder-cycle: ${source} → ${resolved}\n  ${FOLDER_CYCLE_COMMENT}\n`);
  const unlisted = unlistedImports(modules, ROOT);
  for (const { from, wanted: library, folder, name } of unlisted)
    process.stdout.write(
      `unlisted: ${from} → ${library}\n  ${folder}/package.json does not list it: npx pnpm --filter ${name} add ${library}\n`,
    );
  const wrongArrows = comparePicture(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'), modules);
  for (const arrow of wrongArrows) process.stdout.write(`server-picture: in docs/architecture.md, ${arrow}\n`);
  const count = summary.violations.length + cycles.length + unlisted.length + wrongArrows.length;
  if (count > 0) throw new StartError(`Imports that cross a boundary: ${count}.`);
  return modules.length;
}

/** Plants one violation of each rule in a small workspace and demands that each is caught. */
async function checkRules() {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-boundaries-'));
  try {
    for (const [path, text] of Object.entries(PLANTED.files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { modules, summary } = await cruise(folder, PLANTED.folders);
    const cycles = folderCycles(modules).map(({ source }) => `folder-cycle in ${source}`);
    const unlisted = unlistedImports(modules, folder).map(({ from }) => `unlisted in ${from}`);
    const caught = new Set([...summary.violations.map(({ rule, from }) => `${rule.name} in ${from}`), ...cycles, ...unlisted]);
    const missed = PLANTED.violations.filter((violation) => !caught.has(violation));
    if (missed.length > 0) throw new StartError(`These planted violations were not caught: ${missed.join('; ')}.`);
    const unproven = config.forbidden.filter(({ name }) => !PLANTED.violations.some((text) => text.startsWith(`${name} `)));
    if (unproven.length > 0) throw new StartError(`No violation is planted for ${unproven.map(({ name }) => name).join(', ')}.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

await runMain(async () => {
  const cited = checkCitations(ROOT);
  const named = checkReadmeNames(ROOT);
  await checkRules();
  const read = await checkWorkspace();
  const untested = untestedRules(ROOT);
  if (untested.length > 0)
    throw new StartError(`No test cites these rules of docs/product.md, as in "(product 4.6)": ${untested.join(', ')}`);
  process.stdout.write(
    `${read} modules keep the boundaries; ${PLANTED.violations.length} planted violations were caught. ${cited} citations and ${named} names in READMEs exist.\n`,
  );
});
