import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from './setup/root.mjs';
import { runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';
import { budgetsOf, pagesOverBudget, scriptsIn } from './test/page-bytes.mjs';

const BUDGETS = join(ROOT, 'scripts/test/page-bytes.json');

/** All pages of the product as it is built, by their files. @returns {Promise<Map<string, string>>} */
async function makePages() {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-bytes-'));
  try {
    const env = { ...NO_SETTINGS, DATA_DIR: folder };
    const { code, output } = await runStep(['node', 'delivery/dist/main.js', 'deploy', '--why', 'To weigh it'], { env });
    if (code !== 0) throw new StartError(output);
    const pages = join(folder, 'releases/channels/production/pages/1');
    const files = (await readdir(pages)).toSorted();
    return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(pages, file), 'utf8')])));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const weights = new Map();

/** Bytes of a built script, as it goes over the network. */
function weightOf({ part, file }) {
  const path = join(ROOT, part === 'shell' ? 'shell' : `mf-${part}`, 'dist', file);
  if (!weights.has(path)) weights.set(path, brotliCompressSync(readFileSync(path)).length);
  return weights.get(path);
}

/** `pnpm test:bytes`: no page of the product needs more scripts than its budget. `--keep` makes what is built now the budget. */
await runMain(async () => {
  const { values } = parseArgs({ options: { keep: { type: 'boolean' } } });
  const named = [...(await makePages())].map(([page, html]) => [page, scriptsIn(html)]);
  const pages = Object.fromEntries(
    named.map(([page, scripts]) => [page, Object.fromEntries(scripts.map((script) => [script.name, weightOf(script)]))]),
  );
  if (values.keep) {
    await writeFile(BUDGETS, `${JSON.stringify(budgetsOf(pages), null, 2)}\n`);
    process.stdout.write('What the pages need now is kept as their budget.\n');
    return;
  }
  const over = pagesOverBudget(pages, JSON.parse(await readFile(BUDGETS, 'utf8')));
  if (over.length > 0)
    throw new StartError(
      `${over.join('\n')}\nLoad with import() what a page does not need at once; where it is worth its bytes, "pnpm test:bytes --keep" makes it the budget (kB after brotli, scripts/test/page-bytes.json).`,
    );
  process.stdout.write(`${named.length} pages keep their byte budgets.\n`);
});
