import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './setup/root.mjs';
import { runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';
import { buildBudgets, findPagesOverBudget, listScripts } from './test/page-bytes.mjs';

const BUDGET_FILE = join(ROOT, 'scripts/test/page-bytes.json');

/**
 * Measures the scripts that each page of the built product loads.
 *
 * @returns {Promise<Record<string, Record<string, number>>>} for each page's file, compressed bytes of scripts by name
 */
async function measurePages() {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-bytes-'));
  try {
    const env = { ...NO_SETTINGS, DATA_DIR: folder, CHANNEL: 'production' };
    const { code, output } = await runStep(['node', 'delivery/dist/main.js', 'deploy', '--why', 'Measure bytes'], { env });
    if (code !== 0) throw new StartError(output);
    const releases = join(folder, 'releases');
    const pages = join(releases, 'channels/production/pages/1');
    const measurements = (await readdir(pages)).toSorted().map(async (page) => {
      const scripts = listScripts(await readFile(join(pages, page), 'utf8'));
      const sizes = scripts.map(async (script) => [script.name, await measureScript(releases, script)]);
      return [page, Object.fromEntries(await Promise.all(sizes))];
    });
    return Object.fromEntries(await Promise.all(measurements));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Measures the compressed script, or the uncompressed one if delivery did not compress it. */
async function measureScript(releases, { part, file }) {
  const path = join(releases, part === 'shell' ? 'shell' : `remotes/${part}`, 'files', file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}

/** `npm test -- --only bytes`: checks that the scripts of each page stay within its budget. `--keep` records the current sizes as budgets. */
await runMain(async () => {
  const { values } = parseArgs({ options: { keep: { type: 'boolean' } } });
  const pages = await measurePages();
  if (values.keep) {
    await writeFile(BUDGET_FILE, `${JSON.stringify(buildBudgets(pages), null, 2)}\n`);
    process.stdout.write('Recorded the current sizes as budgets.\n');
    return;
  }
  const over = findPagesOverBudget(pages, JSON.parse(await readFile(BUDGET_FILE, 'utf8')));
  if (over.length > 0)
    throw new StartError(
      `${over.join('\n')}\nLoad code that a page does not need at once with import(). If the bytes are worth it, "npm test -- --only bytes --keep" records them as the budget (kB after brotli, scripts/test/page-bytes.json).`,
    );
  process.stdout.write(`${Object.keys(pages).length} pages keep their byte budgets.\n`);
});
