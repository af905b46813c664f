import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import config from '../../.dependency-cruiser.mjs';
import { cruise } from '../boundaries/cruise.mjs';
import { FOLDER_CYCLE_COMMENT, folderCycles } from '../boundaries/folder-cycles.mjs';
import { unlistedImports } from '../boundaries/unlisted.mjs';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * A problem in a source file.
 *
 * @typedef {object} Fault
 * @property {string} at file, with line and column if known: `mf-reports/src/remote.tsx:3:1`
 * @property {string} by the check that found it: `types`, `lint`, `boundaries`
 * @property {string} message what is wrong
 * @property {string} [fix] how to fix it, such as a command
 */

/** A TypeScript configuration for one package and its imports. */
function typesConfig(folder) {
  const cache = join(ROOT, 'node_modules/.cache/check');
  const file = join(cache, `${folder}.json`);
  mkdirSync(cache, { recursive: true });
  // The theme augments Chakra's types.
  const include = [join(ROOT, folder, 'src'), join(ROOT, 'shared/ui/src')];
  writeFileSync(file, JSON.stringify({ extends: join(ROOT, 'tsconfig.web.json'), include }));
  return file;
}

/** @param {string} folder @returns {Promise<Fault[]>} */
async function typeFaults(folder) {
  const { code, output } = await runStep(['tsc', '--pretty', 'false', '-p', typesConfig(folder)]);
  const found = [...output.matchAll(/^(\S[^\n]*)\((\d+),(\d+)\): error (TS\d+: .*(?:\n\s.*)*)/gm)];
  if (code !== 0 && found.length === 0) throw new StartError(`The types could not be read:\n${output}`);
  return found.map(([, file, line, column, message]) => ({ at: `${file}:${line}:${column}`, by: 'types', message }));
}

/** @param {string} folder @returns {Promise<Fault[]>} */
async function lintFaults(folder) {
  const { code, output } = await runStep(['oxlint', '--deny-warnings', '--format=unix', folder]);
  const found = [...output.matchAll(/^(\S+?):(\d+):(\d+): (.*)$/gm)];
  if (code !== 0 && found.length === 0) throw new StartError(`The sources could not be linted:\n${output}`);
  const fix = `npx oxlint --fix ${folder}`;
  return found.map(([, file, line, column, message]) => ({ at: `${file}:${line}:${column}`, by: 'lint', message, fix }));
}

/** The line of an import, which dependency-cruiser does not report. */
function atImport(root, file, request) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes(`'${request}'`) || text.includes(`"${request}"`));
  return line === -1 ? file : `${file}:${line + 1}`;
}

/**
 * Faults of the imports of a folder: what `scripts/boundaries.mjs` refuses there.
 *
 * @param {string} folder such as `mf-reports` @param {string} root folder of the workspace
 * @returns {Promise<Fault[]>}
 */
export async function boundaryFaults(folder, root = ROOT) {
  const { duplicatedSingleton } = await import('../../shared/federation/rspack/singletons.mjs');
  const { modules, summary } = await cruise(root, [folder]);
  const own = modules.filter(({ source }) => source.startsWith(`${folder}/`));
  if (own.length === 0) throw new StartError(`Nothing was read in ${folder}, so nothing was checked there.`);
  const unlisted = unlistedImports(own, root).map(({ from, request, wanted, name }) => {
    const facade = duplicatedSingleton(`/node_modules/${wanted}/index.js`)?.facade;
    return {
      at: atImport(root, from, request),
      by: 'boundaries',
      message: facade
        ? `${wanted} is the shell's, and no remote has a copy of it.`
        : `${wanted} is not listed in ${folder}/package.json.`,
      fix: facade ? `import it from ${facade}, and export there what is missing` : `npx pnpm --filter ${name} add ${wanted}`,
    };
  });
  const isUnlisted = (at) => unlisted.some((fault) => fault.at === at);
  const violations = summary.violations
    .filter(({ from }) => from.startsWith(`${folder}/`))
    .map(({ rule, from, to, unresolvedTo = to }) => ({
      at: atImport(root, from, unresolvedTo),
      by: 'boundaries',
      message: `${rule.name}: ${from} → ${to}`,
      fix: config.forbidden.find(({ name }) => name === rule.name)?.comment,
    }));
  const cycles = folderCycles(own).map(({ source, request, resolved }) => ({
    at: atImport(root, source, request),
    by: 'boundaries',
    message: `folder-cycle: ${source} → ${resolved}`,
    fix: FOLDER_CYCLE_COMMENT,
  }));
  return [...unlisted, ...violations.filter(({ at }) => !isUnlisted(at)), ...cycles];
}

/** @param {string} folder @returns {Promise<Fault[]>} problems of a remote's description */
async function descriptionFaults(folder) {
  if (folder === 'shell') return [];
  const { remoteProblems } = await import('../../shared/federation/rspack/remote-json.mjs');
  return remoteProblems(ROOT, join(ROOT, folder)).map((message) => ({ at: `${folder}/remote.json`, by: 'description', message }));
}

/**
 * Checks the sources of the shell or of one remote without reading those of the other remotes: description, types, lint, and
 * import boundaries.
 *
 * @param {string} folder such as `mf-reports`
 * @returns {Promise<Fault[]>} the problems; empty if there are none
 * @throws StartError if a tool fails
 */
export async function checkSources(folder) {
  const faults = await Promise.all([descriptionFaults(folder), typeFaults(folder), lintFaults(folder), boundaryFaults(folder)]);
  return faults.flat();
}
