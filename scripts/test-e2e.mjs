import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';

/** How many tests may fail by chance: where more do, something is broken. */
const AT_MOST = 3;
/** How often each of them must pass then. */
const TIMES = 3;

/** Where a run that came to its end names the tests that failed, and those that were not run because of them. */
const FAILED = join(ROOT, 'e2e/test-results/failed-tests.txt');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** Runs browser tests, none of them twice by itself. @returns {Promise<number>} the exit code */
async function run(options = [], env = {}) {
  const { code } = await runStep(['node', 'e2e/run.mjs', ...process.argv.slice(2), '--retries=0', ...options], {
    env,
    live: true,
  });
  return code;
}

/** Whether those that failed are few, and pass each time where they run alone, on a product of their own (decision 0080). */
async function failedByChance() {
  const failed = existsSync(FAILED) ? readFileSync(FAILED, 'utf8').trim() : '';
  const count = failed === '' ? 0 : failed.split('\n').length;
  if (count === 0 || count > AT_MOST) return false;
  process.stdout.write(`\nAlone, ${TIMES} times:\n${failed}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'solvent-again-'));
  try {
    const list = join(folder, 'failed-tests.txt');
    writeFileSync(list, failed);
    const which = [`--test-list=${list}`, `--repeat-each=${TIMES}`, '--workers=1'];
    // What the first run left to look at stays.
    const results = ['--trace=retain-on-failure', '--reporter=list', '--output=test-results/alone'];
    if ((await run([...which, ...results], { E2E_DATA_DIR: folder })) !== 0) return false;
    process.stdout.write(
      `\nFLAKY: failed in the whole run, and passed alone ${TIMES} of ${TIMES} times. Find the cause:\n${failed}\n`,
    );
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The browser tests as CI runs them: a test that fails in the whole run must pass alone, three times of three. */
rmSync(FAILED, { force: true });
const code = await run();
if (code !== 0 && !(await failedByChance())) process.exitCode = code;
