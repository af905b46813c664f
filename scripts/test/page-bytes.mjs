/** Factor of a budget over the recorded bytes, which leaves room for small edits. */
const BUDGET_FACTOR = 1.01;

const SCRIPT = /(?:href|src)="\/(?:shell|remotes\/(?<remote>[a-z0-9-]+))\/[^"]*?(?<file>[^"/]+\.js)"/g;

/** @typedef {{ name: string, part: string, file: string }} PageScript name and file of a script; `part` is `shell` or a remote */

/**
 * Scripts that a page requests before any of them runs: the shell's, those of the remote that owns the path, and preloaded
 * ones.
 *
 * @param {string} html
 * @returns {PageScript[]} without duplicates; a name has no hash: `shell/main`
 */
export function listScripts(html) {
  const found = [...html.matchAll(SCRIPT)].map(({ groups: { remote = 'shell', file } }) => [
    `${remote}/${file}`,
    { name: `${remote}/${file.split('.')[0]}`, part: remote, file },
  ]);
  return [...new Map(found).values()];
}

const sum = (sizes) => Object.values(sizes).reduce((total, bytes) => total + bytes, 0);
const formatKilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** @typedef {{ scripts: Record<string, number>, pages: Record<string, number> }} Budgets recorded bytes of scripts, budgets of pages */

/**
 * Creates budgets from the current sizes.
 *
 * @param {Record<string, Record<string, number>>} pages bytes of each page's scripts, by name
 * @returns {Budgets}
 */
export const buildBudgets = (pages) => ({
  scripts: Object.fromEntries(
    Object.entries(Object.assign({}, ...Object.values(pages))).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
  pages: Object.fromEntries(Object.entries(pages).map(([page, sizes]) => [page, Math.ceil(sum(sizes) * BUDGET_FACTOR)])),
});

/** Formats a script's size and its change. */
function formatChange(name, bytes, before) {
  if (before === undefined) return `${name} ${formatKilobytes(bytes)} (new)`;
  const grown = bytes - before;
  return `${name} ${formatKilobytes(bytes)}${grown === 0 ? '' : ` (${grown > 0 ? '+' : '–'}${Math.abs(grown)} bytes)`}`;
}

/**
 * Finds pages over their budget.
 *
 * @param {Record<string, Record<string, number>>} pages see {@link buildBudgets}
 * @param {Budgets} budgets
 * @returns {string[]} a message for each page, with the scripts that grew
 */
export function findPagesOverBudget(pages, budgets) {
  const over = Object.entries(pages).filter(([page, sizes]) => !(sum(sizes) <= budgets.pages[page]));
  return over.map(([page, sizes]) => {
    if (budgets.pages[page] === undefined) return `${page} has no budget yet.`;
    const grown = (name) => sizes[name] - (budgets.scripts[name] ?? 0);
    const scripts = Object.keys(sizes).toSorted((one, other) => grown(other) - grown(one));
    const list = scripts.map((name) => formatChange(name, sizes[name], budgets.scripts[name])).join(', ');
    const excess = sum(sizes) - budgets.pages[page];
    return `${page} needs ${formatKilobytes(sum(sizes))} of scripts, ${excess} bytes more than its budget of ${formatKilobytes(budgets.pages[page])}: ${list}.`;
  });
}
