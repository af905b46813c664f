import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './setup/root.mjs';
import { runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';
import { buildBudgets, findPagesOverBudget, listScripts } from './test/page-bytes.mjs';

const BUDGETS = join(ROOT, 'scripts/test/page-bytes.json');

/**
 * Scripts that each page of the built product loads, in compressed bytes by name.
 *
 * @returns {Promise<Record<string, Record<string, number>>>} by the pages' files
 */
async function weighPages() {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-bytes-'));
  try {
    const env = { ...NO_SETTINGS, DATA_DIR: folder, CHANNEL: 'production' };
    const { code, output } = await runStep(['node', 'delivery/dist/main.js', 'deploy', '--why', 'To weigh it'], { env });
    if (code !== 0) throw new StartError(output);
    const releases = join(folder, 'releases');
    const pages = join(releases, 'channels/production/pages/1');
    const weights = (await readdir(pages)).toSorted().map(async (page) => {
      const scripts = listScripts(await readFile(join(pages, page), 'utf8'));
      const sizes = scripts.map(async (script) => [script.name, await measureScript(releases, script)]);
      return [page, Object.fromEntries(await Promise.all(sizes))];
    });
    return Object.fromEntries(await Promise.all(weights));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bytes of a script as delivery compressed it; where that does not pay, as it is. */
async function measureScript(releases, { part, file }) {
  const path = join(releases, part === 'shell' ? 'shell' : `remotes/${part}`, 'files', file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}

/** `npm test -- --only bytes`: no page of the product needs more scripts than its budget. `--keep` makes what is built now the budget. */
await runMain(async () => {
  const { values } = parseArgs({ options: { keep: { type: 'boolean' } } });
  const pages = await weighPages();
  if (values.keep) {
    await writeFile(BUDGETS, `${JSON.stringify(buildBudgets(pages), null, 2)}\n`);
    process.stdout.write('What the pages need now is kept as their budget.\n');
    return;
  }
  const over = findPagesOverBudget(pages, JSON.parse(await readFile(BUDGETS, 'utf8')));
  if (over.length > 0)
    throw new StartError(
      `${over.join('\n')}\nLoad with import() what a page does not need at once; where it is worth its bytes, "npm test -- --only bytes --keep" makes it the budget (kB after brotli, scripts/test/page-bytes.json).`,
    );
  process.stdout.write(`${Object.keys(pages).length} pages keep their byte budgets.\n`);
});
