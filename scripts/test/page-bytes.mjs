/** How much more than what was reached a page may need: what an edit here and there costs. */
const MARGIN = 1.01;

const SCRIPT = /(?:href|src)="\/(?:shell|remotes\/(?<remote>[a-z0-9-]+))\/[^"]*?(?<file>[^"/]+\.js)"/g;

/** A script that a page names. @typedef {{ name: string, part: string, file: string }} PageScript */

/**
 * Scripts that a page requests before any of them runs: the shell's, those of the remote that owns the path, and preloaded
 * ones.
 *
 * @param {string} html
 * @returns {PageScript[]} each once; the name is without its hash: `shell/main`
 */
export function scriptsIn(html) {
  const found = [...html.matchAll(SCRIPT)].map(({ groups: { remote = 'shell', file } }) => [
    `${remote}/${file}`,
    { name: `${remote}/${file.split('.')[0]}`, part: remote, file },
  ]);
  return [...new Map(found).values()];
}

const sum = (sizes) => Object.values(sizes).reduce((total, bytes) => total + bytes, 0);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Recorded bytes of each script, and the budget of each page. @typedef {{ scripts: Record<string, number>, pages:
 * Record<string, number> }} Budgets
 */

/**
 * The budgets that hold what was reached.
 *
 * @param {Record<string, Record<string, number>>} pages bytes of the scripts of each page, by their names
 * @returns {Budgets}
 */
export const buildBudgets = (pages) => ({
  scripts: Object.fromEntries(
    Object.entries(Object.assign({}, ...Object.values(pages))).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
  pages: Object.fromEntries(Object.entries(pages).map(([page, sizes]) => [page, Math.ceil(sum(sizes) * MARGIN)])),
});

/** A script as it is, and how it was. */
function compared(name, bytes, before) {
  if (before === undefined) return `${name} ${kilobytes(bytes)} (new)`;
  const grown = bytes - before;
  return `${name} ${kilobytes(bytes)}${grown === 0 ? '' : ` (${grown > 0 ? '+' : '–'}${Math.abs(grown)} bytes)`}`;
}

/**
 * Which pages need more than their budget, and what of them grew.
 *
 * @param {Record<string, Record<string, number>>} pages as {@link buildBudgets} takes them
 * @param {Budgets} budgets
 * @returns {string[]} a sentence or two for each page
 */
export function pagesOverBudget(pages, budgets) {
  const over = Object.entries(pages).filter(([page, sizes]) => !(sum(sizes) <= budgets.pages[page]));
  return over.map(([page, sizes]) => {
    if (budgets.pages[page] === undefined) return `${page} has no budget yet.`;
    const grown = (name) => sizes[name] - (budgets.scripts[name] ?? 0);
    const scripts = Object.keys(sizes).toSorted((one, other) => grown(other) - grown(one));
    const list = scripts.map((name) => compared(name, sizes[name], budgets.scripts[name])).join(', ');
    const excess = sum(sizes) - budgets.pages[page];
    return `${page} needs ${kilobytes(sum(sizes))} of scripts, ${excess} bytes more than its budget of ${kilobytes(budgets.pages[page])}: ${list}.`;
  });
}
