import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import config from '../../.dependency-cruiser.mjs';
import { runDependencyCruiser } from '../boundaries/cruise.mjs';
import { FOLDER_CYCLE_COMMENT, findFolderCycles } from '../boundaries/folder-cycles.mjs';
import { findUnlistedImports } from '../boundaries/unlisted.mjs';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * A problem in a source file.
 *
 * @typedef {object} Problem
 * @property {string} at file, with line and column if known: `mf-reports/src/remote.tsx:3:1`
 * @property {string} by the check that found it: `types`, `lint`, `boundaries`
 * @property {string} message what is wrong
 * @property {string} [fix] how to fix it, such as a command
 */

/** Writes a TypeScript configuration for one package and its imports. @returns {string} its path */
function writeTypesConfig(folder) {
  const cache = join(ROOT, 'node_modules/.cache/check');
  const file = join(cache, `${folder}.json`);
  mkdirSync(cache, { recursive: true });
  // The theme of shared/ui adds to Chakra's types.
  const include = [join(ROOT, folder, 'src'), join(ROOT, 'shared/ui/src')];
  writeFileSync(file, JSON.stringify({ extends: join(ROOT, 'tsconfig.web.json'), include }));
  return file;
}

/** @param {string} folder @returns {Promise<Problem[]>} */
async function findTypeProblems(folder) {
  const { code, output } = await runStep(['tsc', '--pretty', 'false', '-p', writeTypesConfig(folder)]);
  const found = [...output.matchAll(/^(\S[^\n]*)\((\d+),(\d+)\): error (TS\d+: .*(?:\n\s.*)*)/gm)];
  if (code !== 0 && found.length === 0) throw new StartError(`The types could not be read:\n${output}`);
  return found.map(([, file, line, column, message]) => ({ at: `${file}:${line}:${column}`, by: 'types', message }));
}

/** @param {string} folder @returns {Promise<Problem[]>} */
async function findLintProblems(folder) {
  const { code, output } = await runStep(['oxlint', '--deny-warnings', '--format=unix', folder]);
  const found = [...output.matchAll(/^(\S+?):(\d+):(\d+): (.*)$/gm)];
  if (code !== 0 && found.length === 0) throw new StartError(`The sources could not be linted:\n${output}`);
  const fix = `npx oxlint --fix ${folder}`;
  return found.map(([, file, line, column, message]) => ({ at: `${file}:${line}:${column}`, by: 'lint', message, fix }));
}

/** Finds the line of an import, because dependency-cruiser does not report it. @returns {string} `file:line`, or the file if not found */
function locateImport(root, file, request) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes(`'${request}'`) || text.includes(`"${request}"`));
  return line === -1 ? file : `${file}:${line + 1}`;
}

/**
 * Finds imports of a folder that `scripts/boundaries.mjs` refuses.
 *
 * @param {string} folder such as `mf-reports` @param {string} root folder of the workspace
 * @returns {Promise<Problem[]>}
 */
export async function findBoundaryViolations(folder, root = ROOT) {
  const { duplicatedSingleton } = await import('../../shared/federation/rspack/singletons.mjs');
  const { modules, summary } = await runDependencyCruiser(root, [folder]);
  const own = modules.filter(({ source }) => source.startsWith(`${folder}/`));
  if (own.length === 0) throw new StartError(`Nothing was read in ${folder}, so nothing was checked there.`);
  const unlisted = findUnlistedImports(own, root).map(({ from, request, library, name }) => {
    const facade = duplicatedSingleton(`/node_modules/${library}/index.js`)?.facade;
    return {
      at: locateImport(root, from, request),
      by: 'boundaries',
      message: facade
        ? `${library} is the shell's, so a remote must not bundle it.`
        : `${library} is not listed in ${folder}/package.json.`,
      fix: facade ? `import it from ${facade}, and export there what is missing` : `npx pnpm --filter ${name} add ${library}`,
    };
  });
  const isUnlisted = (at) => unlisted.some((problem) => problem.at === at);
  const violations = summary.violations
    .filter(({ from }) => from.startsWith(`${folder}/`))
    .map(({ rule, from, to, unresolvedTo = to }) => ({
      at: locateImport(root, from, unresolvedTo),
      by: 'boundaries',
      message: `${rule.name}: ${from} → ${to}`,
      fix: config.forbidden.find(({ name }) => name === rule.name)?.comment,
    }));
  const cycles = findFolderCycles(own).map(({ source, request, resolved }) => ({
    at: locateImport(root, source, request),
    by: 'boundaries',
    message: `folder-cycle: ${source} → ${resolved}`,
    fix: FOLDER_CYCLE_COMMENT,
  }));
  return [...unlisted, ...violations.filter(({ at }) => !isUnlisted(at)), ...cycles];
}

/** Checks a remote's remote.json. @param {string} folder @returns {Promise<Problem[]>} */
async function findDescriptionProblems(folder) {
  if (folder === 'shell') return [];
  const { remoteProblems } = await import('../../shared/federation/rspack/remote-json.mjs');
  return remoteProblems(ROOT, join(ROOT, folder)).map((message) => ({ at: `${folder}/remote.json`, by: 'description', message }));
}

/**
 * Checks the sources of the shell or of one remote without reading those of the other remotes: description, types, lint, and
 * import boundaries.
 *
 * @param {string} folder such as `mf-reports`
 * @returns {Promise<Problem[]>} the problems; empty if there are none
 * @throws StartError if a tool fails
 */
export async function checkSources(folder) {
  const problems = await Promise.all([
    findDescriptionProblems(folder),
    findTypeProblems(folder),
    findLintProblems(folder),
    findBoundaryViolations(folder),
  ]);
  return problems.flat();
}
