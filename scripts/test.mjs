import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './setup/browser.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { summaryOf } from './test/summary.mjs';

/** One step of the tests: a script of package.json. @typedef {{ name: string, script: string, env?: Record<string, string> }} Step */

/** What needs the sources only; done at the same time, since none takes both cores for long. */
const CHECKS = [
  { name: 'types', script: 'test:types' },
  { name: 'lint', script: 'test:lint' },
  { name: 'format', script: 'test:format' },
  { name: 'boundaries', script: 'test:boundaries' },
  { name: 'unused code', script: 'test:unused' },
];

/** One after the other; the first that fails ends it. @returns {Step[]} */
const tests = (endToEnd) => [
  { name: 'unit', script: 'test:unit' },
  { name: 'api', script: 'test:api' },
  { name: 'build', script: 'build' },
  { name: 'chaos', script: 'test:chaos' },
  { name: 'attacks', script: 'test:attack' },
  { name: 'new remote', script: 'test:new-remote', env: { CHROMIUM_PATH: endToEnd.CHROMIUM_PATH } },
  { name: 'end to end', script: 'test:e2e', env: endToEnd },
];

/** `npm test`: sets up what is missing and runs everything, as CI does. */
async function main() {
  requireNode();
  await install();
  const dataDir = await mkdtemp(join(tmpdir(), 'solvent-e2e-'));
  try {
    const ports = { E2E_PORT: String(await freePort()), E2E_IDENTITY_PORT: String(await freePort()) };
    const steps = tests({ CHROMIUM_PATH: await findBrowser(), E2E_DATA_DIR: dataDir, ...ports });
    const results = await Promise.all(CHECKS.map((step) => runTest(step)));
    for (const step of steps) {
      if (results.some(({ code }) => code !== 0)) break;
      results.push(await runTest(step, { live: true }));
    }
    const notRun = steps.filter(({ name }) => !results.some((result) => result.name === name)).map(({ name }) => name);
    process.stdout.write(summaryOf(results, notRun));
    if (results.some(({ code }) => code !== 0)) process.exitCode = 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param {Step} step @param {{ live?: boolean }} [options] shows the output as it comes; else only where the step fails */
async function runTest({ name, script, env }, { live = false } = {}) {
  if (live) process.stdout.write(`\n── ${name}\n`);
  const { code, output, seconds } = await runStep(['pnpm', 'run', '--silent', script], { env, live });
  if (!live && code !== 0) process.stdout.write(`\n── ${name}\n${output}`);
  return { name, code, seconds };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endSteps();
    process.exitCode = 130;
  });
}

await runMain(async () => {
  if (process.env.NODE_ENV === 'production')
    throw new StartError('The tests do not run with NODE_ENV=production: leave it out and try again.');
  await main();
});
