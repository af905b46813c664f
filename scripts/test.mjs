import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, findShell } from './setup/browser.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { changedSince, forgetPasses, keepingCommand, keptPasses, machineOf } from './test/kept-passes.mjs';
import { runLanes } from './test/lanes.mjs';
import { summaryOf } from './test/summary.mjs';

/** One step of the tests: a script of package.json. @typedef {{ name: string, script: string }} Step */

/** What needs the sources only; done at the same time, since none takes both cores for long. @type {Step[]} */
const CHECKS = [
  { name: 'types', script: 'test:types' },
  { name: 'lint', script: 'test:lint' },
  { name: 'format', script: 'test:format' },
  { name: 'boundaries', script: 'test:boundaries' },
  { name: 'unused code', script: 'test:unused' },
  { name: 'migrations', script: 'test:migrations' },
  { name: 'deployment', script: 'test:deploy' },
];

/**
 * One stage after the other; the lanes of a stage go side by side. What compares times (attacks) and what fills the machine
 * (browsers) has it to itself. @type {Step[][][]}
 */
const STAGES = [
  CHECKS.map((check) => [check]),
  [
    [
      { name: 'unit', script: 'test:unit' },
      { name: 'api', script: 'test:api' },
      { name: 'release before', script: 'test:previous-release' },
    ],
    [
      { name: 'build', script: 'build' },
      { name: 'built twice', script: 'test:builds' },
      { name: 'bytes', script: 'test:bytes' },
      { name: 'image', script: 'test:image' },
      { name: 'guide of operators', script: 'test:operating' },
      { name: 'chaos', script: 'test:chaos' },
      { name: 'new remote', script: 'test:new-remote' },
    ],
  ],
  [[{ name: 'attacks', script: 'test:attack' }]],
  [[{ name: 'end to end', script: 'test:e2e' }]],
  [
    [
      { name: 'cluster', script: 'test:cluster' },
      { name: 'end to end on the cluster', script: 'test:e2e:cluster' },
    ],
  ],
];
const STEPS = STAGES.flat(2);
/** Turbo keeps what it builds by itself. */
const KEPT = STEPS.map(({ script }) => script).filter((script) => script !== 'build');

/** The exit code of what a person ended. */
const INTERRUPTED = 130;
let isInterrupted = false;

/** `npm test`: sets up what is missing and runs everything, as CI does; what passed before on the same sources does not run again. */
async function main({ fresh }) {
  requireNode();
  await install();
  const dataDir = await mkdtemp(join(tmpdir(), 'solvent-e2e-'));
  try {
    const browser = await findBrowser();
    const ports = { E2E_PORT: String(await freePort()), E2E_IDENTITY_PORT: String(await freePort()) };
    const browsers = { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: findShell() };
    const env = { ...browsers, TEST_MACHINE: machineOf(Object.values(browsers)), E2E_DATA_DIR: dataDir, ...ports };
    const kept = await keptPasses(KEPT, env);
    const isKept = ({ script }) => !fresh && kept.get(script)?.passed === true;
    const results = [];
    for (const stage of STAGES) {
      if (isInterrupted || results.some(({ code }) => code !== 0)) break;
      results.push(...(await runLanes(stage, (step, lane) => (isKept(step) ? { ...step, code: 0 } : runTest(step, lane, env)))));
    }
    const changed = isInterrupted ? [] : changedSince(kept, await keptPasses(KEPT, env));
    // Turbo keeps a pass of a step, too, that it was made to end.
    await forgetPasses(kept, [...changed, ...results.flatMap(({ code, script }) => (code === 0 ? [] : script))]);
    if (changed.length > 0) process.stdout.write('\nFiles were changed meanwhile: what passed will run again.\n');
    const notRun = STEPS.map(({ name }) => name).filter((name) => !results.some((result) => result.name === name));
    process.stdout.write(summaryOf(results, notRun));
    if (!isInterrupted && results.some(({ code }) => code !== 0)) process.exitCode = 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Shows what the first lane says as it comes, and of the others when a step has ended; of checks only what is wrong. */
async function runTest(step, lane, env) {
  const { name, script } = step;
  if (isInterrupted) return { name, script, code: INTERRUPTED };
  const isCheck = CHECKS.includes(step);
  const live = lane === 0 && !isCheck;
  const command = script === 'build' ? ['pnpm', 'run', '--silent', script] : keepingCommand(script);
  if (live) process.stdout.write(`\n── ${name}\n`);
  const { code, output, seconds } = await runStep(command, { env, live });
  if (!live && (code !== 0 || !isCheck)) process.stdout.write(`\n── ${name}\n${output}`);
  return { name, script, code: isInterrupted ? INTERRUPTED : code, seconds };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    isInterrupted = true;
    process.exitCode = INTERRUPTED;
    endSteps();
  });
}

await runMain(async () => {
  if (process.env.NODE_ENV === 'production')
    throw new StartError('The tests do not run with NODE_ENV=production: leave it out and try again.');
  const { values } = parseArgs({ options: { fresh: { type: 'boolean' } } });
  await main(values);
});
