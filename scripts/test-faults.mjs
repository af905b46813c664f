import { rmSync } from 'node:fs';
import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_FAULTS } from './faults/api.mjs';
import { CONTRACT_FAULTS } from './faults/contracts.mjs';
import { FEDERATION_FAULTS } from './faults/federation.mjs';
import { FRONT_END_FAULTS } from './faults/front-ends.mjs';
import { copyWorkspace } from './new-remote/copy-workspace.mjs';
import { runIn } from './new-remote/run-in.mjs';
import { findBrowser, findShell } from './setup/browser.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';
import { JEST_ENV } from './test/steps.mjs';

/** @typedef {import('./faults/api.mjs').Fault} Fault */

/** Number of faults that are planted at the same time. */
const GROUP_SIZE = 5;
/** Time without output after which Jest is killed, because a fault caused an endless loop (ms). Longer than TEST_TIMEOUT_MS. */
const SILENCE_MS = 240_000;
/** Time limit of a test (ms); short, because tests often wait for an event that a fault prevents. */
const TEST_TIMEOUT_MS = 30_000;
/** Number of the sixty faults that the tests must catch. */
const REQUIRED_CATCHES = 57;

/** Faults in shared code are last, because each of them runs nearly all tests. */
const FAULTS = [...API_FAULTS, ...FRONT_END_FAULTS, ...FEDERATION_FAULTS, ...CONTRACT_FAULTS];

/** The gate's Jest projects, by Jest process. */
const LEVELS = [
  { projects: ['web', 'node'], env: JEST_ENV },
  { projects: ['api'], env: {} },
];

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    isInterrupted = true;
    endSteps();
  });

/** Runs a program to its end. @throws StartError if the user interrupts the run */
async function run(command, options) {
  const result = await runStep(command, options);
  if (isInterrupted) throw new StartError('Interrupted.');
  return result;
}

const chunk = (items, size) => (items.length === 0 ? [] : [items.slice(0, size), ...chunk(items.slice(size), size)]);

/** Writes faults into the copy. @returns {Promise<() => Promise<unknown>>} function that removes them */
async function plant(copy, faults) {
  const before = await Promise.all(faults.map(({ file }) => readFile(join(copy, file), 'utf8')));
  await Promise.all(
    faults.map(({ id, file, find, replace }, at) => {
      if (before[at].split(find).length !== 2)
        throw new StartError(
          `The fault ${id} no longer applies: ${file} must contain "${find}" once. Correct it in scripts/faults.`,
        );
      return writeFile(
        join(copy, file),
        before[at].replace(find, () => replace),
      );
    }),
  );
  return () => Promise.all(faults.map(({ file }, at) => writeFile(join(copy, file), before[at])));
}

/**
 * Runs Jest in the copy.
 *
 * @param {string[]} [options] for Jest
 * @returns {Promise<string[]>} test files that failed, then those that did not finish
 */
async function findFailedFiles(copy, { projects, env }, files, servers, options = []) {
  if (files.length === 0) return [];
  const flags = ['--silent', `--testTimeout=${TEST_TIMEOUT_MS}`];
  const { output } = await run(
    ['node_modules/.bin/jest', '--selectProjects', ...projects, ...flags, ...options, '--runTestsByPath', ...files],
    {
      cwd: copy,
      env: { ...env, ...servers },
      ownGroup: true,
      silence: SILENCE_MS,
    },
  );
  const finished = [...output.matchAll(/^(PASS|FAIL) \S+ (\S+)/gm)];
  if (finished.length === 0) throw new StartError(`${output}\nJest ran no test: see above.`);
  const verdicts = new Map(finished.map(([, verdict, file]) => [join(copy, file), verdict]));
  return [...files.filter((file) => verdicts.get(file) === 'FAIL'), ...files.filter((file) => !verdicts.has(file))];
}

/** Lists the test files that load a file. @returns {Promise<string[]>} */
async function findRelatedFiles(copy, { projects, env }, file) {
  const list = ['node_modules/.bin/jest', '--selectProjects', ...projects, '--listTests', '--findRelatedTests', file];
  const { output } = await run(list, { cwd: copy, env });
  return output.split('\n').filter((line) => line.startsWith(copy) && line.includes('.test.'));
}

/**
 * Runs the unit and API tests that load the files of the faults.
 *
 * @returns {Promise<Map<string, string>>} for each caught fault, the test file
 */
async function testGroup(copy, faults, servers) {
  const caught = new Map();
  for (const level of LEVELS) {
    const remaining = faults.filter(({ id }) => !caught.has(id));
    const related = new Map();
    for (const fault of remaining) related.set(fault, new Set(await findRelatedFiles(copy, level, fault.file)));
    const restore = await plant(copy, remaining);
    const failed = await findFailedFiles(
      copy,
      level,
      [...new Set([...related.values()].flatMap((files) => [...files]))],
      servers,
    );
    await restore();
    for (const fault of remaining) {
      const relatedFailures = failed.filter((file) => related.get(fault).has(file));
      const unambiguous = relatedFailures.find((file) =>
        remaining.every((other) => other === fault || !related.get(other).has(file)),
      );
      if (unambiguous !== undefined) {
        caught.set(fault.id, unambiguous.slice(copy.length + 1));
        continue;
      }
      // Several planted faults may have caused these failures, so test this fault alone.
      const undo = await plant(copy, [fault]);
      const [first] = await findFailedFiles(copy, level, relatedFailures, servers, ['--bail']);
      await undo();
      if (first !== undefined) caught.set(fault.id, first.slice(copy.length + 1));
    }
  }
  return caught;
}

/** Builds the copy and runs the gate's browser tests. @returns {Promise<string | undefined>} the first failed test */
async function findFailedJourney(copy, faults, env) {
  const restore = await plant(copy, faults);
  try {
    await runIn(copy, ['node', 'scripts/build.mjs']);
    const browser = ['node', 'e2e/run.mjs', '--retries=0', '--grep-invert=@full', '--max-failures=1', '--reporter=line'];
    const ports = { E2E_PORT: String(await freePort()), E2E_IDENTITY_PORT: String(await freePort()) };
    const { code, output } = await run(browser, { cwd: copy, env: { ...env, ...ports } });
    return code === 0 ? undefined : (/\[\w+\] › (\S+)/.exec(output)?.[1] ?? 'the product did not start');
  } finally {
    await restore();
  }
}

/** Runs the browser tests on faults that no other test caught: on a group, then on each fault if a test failed. */
async function testJourneys(copy, faults) {
  const caught = new Map();
  const env = { CHROMIUM_PATH: await findBrowser(), CHROMIUM_SHELL_PATH: findShell() };
  for (const group of chunk(faults, GROUP_SIZE)) {
    if ((await findFailedJourney(copy, group, env)) === undefined) continue;
    for (const fault of group) {
      const failed = await findFailedJourney(copy, [fault], env);
      if (failed !== undefined) caught.set(fault.id, failed);
    }
  }
  return caught;
}

/** Plants the faults in a copy of the workspace, and prints which of them the tests catch. @param {Fault[]} faults */
async function testFaults(copy, faults, servers) {
  const caught = new Map();
  const print = (found) => {
    for (const [id, file] of found) {
      caught.set(id, file);
      process.stdout.write(`✓ ${id}: ${file}\n`);
    }
  };
  for (const group of chunk(faults, GROUP_SIZE)) print(await testGroup(copy, group, servers));
  print(
    await testJourneys(
      copy,
      faults.filter(({ id }) => !caught.has(id)),
    ),
  );
  const missedFaults = faults.filter(({ id }) => !caught.has(id));
  for (const { id, rule, file } of missedFaults) process.stdout.write(`✗ ${id} in ${file}: ${rule}\n`);
  process.stdout.write(`\n${caught.size} of ${faults.length} faults were caught.\n`);
  const allowed = FAULTS.length - REQUIRED_CATCHES;
  if (missedFaults.length > allowed) throw new StartError(`At most ${allowed} may be missed: add a test for each rule above.`);
}

/** `pnpm test:faults [id …]`: plants faults in a copy of the workspace, five at a time, and fails if the gate's tests miss too many. */
await runMain(async () => {
  const ids = process.argv.slice(2).filter((arg) => arg !== '--');
  const faults = ids.length === 0 ? FAULTS : FAULTS.filter(({ id }) => ids.includes(id));
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'solvent-faults-')));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
  await copyWorkspace(copy);
  await runIn(copy, ['node', '--eval', 'import("./scripts/setup/install.mjs").then(({ install }) => install())']);
  const postgres = await startPostgres(await findPostgres());
  try {
    const redis = await startRedis(await findRedis());
    try {
      await testFaults(copy, faults, { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url });
    } finally {
      await redis.stop();
    }
  } finally {
    await postgres.stop();
  }
});
