import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBrowser, findShell } from '../scripts/setup/browser.mjs';
import { freePort } from '../scripts/setup/settings.mjs';

const USAGE = `pnpm e2e [--cluster] [--remote <name>=<origin or version> …] [--set <versions.json>] [Playwright's options]

  pnpm e2e                                          all tests, on a product of their own
  pnpm e2e --remote toolbox=http://localhost:3003   with your build of the toolbox instead of the live one
  pnpm e2e --set test-results/…/versions.json       with exactly the versions that a failed test ran
  pnpm e2e federation --project desktop --headed    some of them
  pnpm e2e --cluster                                all tests, through nginx on two servers ("pnpm cluster")

E2E_URL=https://staging.example runs them against a deployed product, whose channel must allow the overrides
("pnpm delivery help overrides").
`;

/** Exit code if no test was run; Playwright's is 1 if some failed. */
const NOT_RUN = 2;
/** Playwright's exit code after Ctrl+C, or if no smoke test ran (src/smoke-reporter.ts). */
const INTERRUPTED = 130;

/** Separates own options from Playwright's. @param {string[]} args @throws {Error} if an option has no value */
function readArgs(args) {
  const ownOptions = { remotes: [], set: undefined, cluster: false, rest: [] };
  for (let at = 0; at < args.length; at += 1) {
    const [, option, joined] = /^--(remote|set)(?:=(.*))?$/.exec(args[at]) ?? [];
    if (option === undefined) {
      if (args[at] === '--cluster') ownOptions.cluster = true;
      else if (args[at] !== '--') ownOptions.rest.push(args[at]);
      continue;
    }
    const value = joined ?? args[(at += 1)];
    if (!value || value.startsWith('-')) throw new Error(`--${option} has no value: see "pnpm e2e --help".`);
    if (option === 'remote') ownOptions.remotes.push(value);
    else ownOptions.set = readSet(value);
  }
  return ownOptions;
}

/** Resolves the path against the caller's folder. Reads the file now, because Playwright removes the results of the last run later. */
function readSet(name) {
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (!existsSync(file)) throw new Error(`There is no file ${file}: --set takes the "versions.json" of a failed test.`);
  return { E2E_SET: readFileSync(file, 'utf8'), E2E_SET_FILE: file };
}

function createDataFolder() {
  if (process.env.E2E_URL || process.env.E2E_DATA_DIR) return undefined;
  return mkdtempSync(join(tmpdir(), 'solvent-e2e-'));
}

/** @param {ReturnType<typeof readArgs>} own */
async function run({ remotes, set, cluster, rest }) {
  const CHROMIUM_PATH = await findBrowser();
  const CHROMIUM_SHELL_PATH = findShell();
  const browsers = { CHROMIUM_PATH, ...(CHROMIUM_SHELL_PATH && { CHROMIUM_SHELL_PATH }) };
  const folder = createDataFolder();
  const clusterEnv = cluster && { E2E_CLUSTER: 'yes' };
  const ports = { E2E_PORT: String(await freePort()), E2E_IDENTITY_PORT: String(await freePort()) };
  const env = {
    ...ports,
    ...process.env,
    ...browsers,
    ...clusterEnv,
    ...(remotes.length > 0 && { E2E_REMOTES: remotes.join(' ') }),
    ...set,
  };
  if (folder) env.E2E_DATA_DIR = folder;
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const tests = spawn(process.execPath, [cli, 'test', ...rest], { cwd: import.meta.dirname, env, stdio: 'inherit' });
  // Ctrl+C reaches Playwright, too; a second signal would end it before it stops the product.
  let isInterrupted = false;
  process.on('SIGINT', () => (isInterrupted = true));
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isInterrupted = true;
      tests.kill('SIGINT');
    });
  }
  tests.once('exit', (code) => {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exitCode = code === INTERRUPTED && !isInterrupted ? NOT_RUN : (code ?? INTERRUPTED);
  });
}

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(USAGE);
else
  try {
    await run(readArgs(args));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = NOT_RUN;
  }
