import { budgetsOf, pagesOverBudget, scriptsIn } from './page-bytes.mjs';

const HOME = { 'shell/main': 10_000, 'shell/core': 80_000, 'marketplace/home': 10_000 };
const PAGES = { 'home.html': HOME, 'privacy.html': { 'shell/main': 10_000, 'shell/core': 80_000 } };

describe('the scripts that a page asks for', () => {
  it('are those that it hints and names, each once, of whichever part, without their hashes', () => {
    const html = [
      '<link rel="preload" as="font" href="/shell/1.0.0-aa/inter.aa11.woff2">',
      '<link rel="preload" as="script" crossorigin href="/shell/1.0.0-aa/main.aa11.js" integrity="sha384-x">',
      '<link rel="preload" as="script" href="/remotes/toolbox/files/remoteEntry.bb22.js">',
      '<link rel="stylesheet" href="/shell/1.0.0-aa/core.cc33.css">',
      '<script defer src="/shell/1.0.0-aa/main.aa11.js"></script>',
    ];
    expect(scriptsIn(html.join('\n'))).toEqual([
      { name: 'shell/main', part: 'shell', file: 'main.aa11.js' },
      { name: 'toolbox/remoteEntry', part: 'toolbox', file: 'remoteEntry.bb22.js' },
    ]);
  });
});

describe('the budgets of pages', () => {
  it('hold what was reached, and 1 % more', () => {
    const budgets = budgetsOf(PAGES);
    expect(budgets.pages).toEqual({ 'home.html': 101_000, 'privacy.html': 90_900 });
    expect(pagesOverBudget(PAGES, budgets)).toEqual([]);
    expect(pagesOverBudget({ ...PAGES, 'home.html': { ...HOME, 'shell/main': 11_000 } }, budgets)).toEqual([]);
  });

  it('are exceeded by little more, and what grew is named first', () => {
    const grown = { ...HOME, 'marketplace/home': 9999, 'shell/core': 81_003 };
    expect(pagesOverBudget({ ...PAGES, 'home.html': grown }, budgetsOf(PAGES))).toEqual([
      'home.html needs 101.0 kB of scripts, 2 bytes more than its budget of 101.0 kB: shell/core 81.0 kB (+1003 bytes), shell/main 10.0 kB, marketplace/home 10.0 kB (–1 bytes).',
    ]);
  });

  it('are exceeded by a script that was not there', () => {
    const [found] = pagesOverBudget({ 'home.html': { ...HOME, 'shell/lists': 7000 } }, budgetsOf(PAGES));
    expect(found).toContain('shell/lists 7.0 kB (new)');
  });

  it('miss a new page', () => {
    expect(pagesOverBudget({ ...PAGES, 'reports.html': HOME }, budgetsOf(PAGES))).toEqual(['reports.html has no budget yet.']);
  });
});
