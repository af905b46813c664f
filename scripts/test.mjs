import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findEngines, findShell, identifyBrowsers } from './setup/browser.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { phases } from './setup/phases.mjs';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { readKey, readPasses, recordPasses } from './test/passes.mjs';
import { readReport } from './test/report.mjs';
import { listChangedPaths } from './test/sources.mjs';
import { GATE, FULL_STEPS } from './test/steps.mjs';
import { formatSummary } from './test/summary.mjs';

const USAGE = `npm test [-- options]          the gate: static checks, build, unit, API and end-to-end tests
npm run test:all [-- options]  the gate and everything else

  --fresh              also run steps that passed before on the same sources
  --only <step> [...]  run one step; its tool receives further arguments (paths, -t <name>)

Steps: ${[...GATE.flat(), ...FULL_STEPS].map(({ name }) => name).join(', ')}
`;

/** Space that builds, databases and browsers need in the temporary folder and in the workspace (bytes). */
const NEEDED_BYTES = 2 * 1024 ** 3;
/** Matches tests of the gate. Changing one requires no additional steps. */
const GATE_TEST = /(?<!\.process)\.test\.[a-z]+$/;
/** Exit code after SIGINT. */
const EXIT_INTERRUPTED = 130;
let isInterrupted = false;

/** Separates options of this script from arguments for a step. @param {string[]} args */
function readArgs(args) {
  /** @type {string[]} */
  const stepArgs = [];
  const options = { all: false, fresh: false, help: false, only: undefined, stepArgs };
  for (let at = 0; at < args.length; at += 1) {
    if (options.only === undefined && ['--all', '--fresh', '--help'].includes(args[at])) options[args[at].slice(2)] = true;
    else if (args[at] === '--only') options.only = args[(at += 1)] ?? '';
    else if (args[at] !== '--') stepArgs.push(args[at]);
  }
  if (stepArgs.length > 0 && options.only === undefined) throw new StartError(`Unknown option ${stepArgs[0]}.\n\n${USAGE}`);
  return options;
}

/** Chooses the stages to run. @returns {Promise<import('./test/steps.mjs').Step[][]>} */
async function chooseStages({ all, only, stepArgs }) {
  if (only !== undefined) {
    const step = [...GATE.flat(), ...FULL_STEPS].find(({ name }) => name === only);
    if (!step) throw new StartError(`There is no step "${only}".\n\n${USAGE}`);
    return [[{ ...step, args: stepArgs }]];
  }
  if (all) return [...GATE, ...FULL_STEPS.map((step) => [step])];
  const paths = (await listChangedPaths())?.filter((path) => !GATE_TEST.test(path));
  const additional = FULL_STEPS.filter(
    ({ whenChanged }) => whenChanged && (paths?.some((path) => whenChanged.test(path)) ?? true),
  );
  return [...GATE, ...additional.map((step) => [step])];
}

async function requireSpace(folder) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < NEEDED_BYTES)
    throw new StartError(`There is too little space in ${folder}: free ${NEEDED_BYTES / 1024 ** 3} GB there and try again.`);
}

/** Creates the temporary folder of this run. Interrupted runs also delete it. @returns {Promise<string>} */
async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-tests-'));
  // PostgreSQL runs as another user if this process is root.
  await chmod(folder, 0o711);
  return folder;
}

/** Runs a step's commands until one fails. @returns {Promise<import('./test/summary.mjs').Result>} */
async function executeStep(step, { env, folder, live }) {
  const { name, level, report, args = [] } = step;
  if (live) process.stdout.write(`\n── ${name}\n`);
  const file = join(folder, `${name}.json`);
  const reportArgs = report === 'jest' ? ['--json', `--outputFile=${file}`] : [];
  const reportEnv = report === 'playwright' ? { PLAYWRIGHT_JSON_OUTPUT_FILE: file } : {};
  const phase = live ? undefined : phases.begin(name);
  const result = { name, level, code: 0, seconds: 0 };
  for (const command of step.commands) {
    const { code, output, seconds } = await runStep([...command, ...reportArgs, ...args], {
      env: { ...env, ...step.env, ...reportEnv },
      live,
      ownGroup: true,
      onLine: phase?.report,
    });
    result.seconds += seconds;
    result.code = isInterrupted ? EXIT_INTERRUPTED : code;
    if (!live && result.code !== 0) process.stdout.write(`\n── ${name}\n${output}`);
    if (result.code !== 0) break;
  }
  if (result.code === 0) phase?.done();
  else phase?.failed();
  return report ? { ...result, ...(await readReport(name, report, file)) } : result;
}

/** Runs the steps of a stage at the same time. Skips those that passed before. */
async function runStage(stage, passed, options) {
  const isSkipped = ({ name }) => passed.has(name);
  const live = stage.filter((step) => !isSkipped(step)).length === 1;
  return Promise.all(
    stage.map((step) =>
      isSkipped(step) ? { name: step.name, level: step.level, code: 0 } : executeStep(step, { ...options, live }),
    ),
  );
}

/** Installs missing packages and runs the steps. Stops after a failed build, because later steps need it. */
async function main(options) {
  requireNode();
  await requireSpace(tmpdir());
  await requireSpace(ROOT);
  await install();
  const startedAt = performance.now();
  const stages = await chooseStages(options);
  const folder = await createFolder();
  try {
    const browsers = { CHROMIUM_PATH: await findBrowser(), CHROMIUM_SHELL_PATH: findShell() };
    const ports = { E2E_PORT: String(await freePort()), E2E_IDENTITY_PORT: String(await freePort()) };
    const env = { ...browsers, ...ports, TMPDIR: folder };
    const programs = [browsers, ...Object.values(findEngines())].flatMap((found) => Object.values(found ?? {}));
    const readCurrentKey = () => readKey(identifyBrowsers(programs));
    const key = options.stepArgs.length > 0 ? undefined : await readCurrentKey();
    const passed = options.fresh ? new Set() : await readPasses(key);
    const results = [];
    for (const stage of stages) {
      if (isInterrupted || results.some(({ name, code }) => name === 'build' && code !== 0)) break;
      results.push(...(await runStage(stage, passed, { env, folder })));
    }
    // A step that passed while files changed may not have seen them.
    if (key !== undefined && key === (await readCurrentKey())) await recordPasses(key, results);
    const notRun = stages.flat().filter(({ name }) => !results.some((result) => result.name === name));
    process.stdout.write(
      formatSummary(
        results,
        notRun.map(({ name }) => name),
        (performance.now() - startedAt) / 1000,
      ),
    );
    if (!isInterrupted && results.some(({ code }) => code !== 0)) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    isInterrupted = true;
    process.exitCode = EXIT_INTERRUPTED;
    endSteps();
  });
}

await runMain(async () => {
  if (process.env.NODE_ENV === 'production')
    throw new StartError('The tests do not run with NODE_ENV=production: unset it and try again.');
  const options = readArgs(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else await main(options);
});
