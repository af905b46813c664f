import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { signInAsDemo } from '../../src/people.ts';
import type { Person } from '../../src/people.ts';
import { createOwnProduct } from '../../src/setup/own-product.ts';
import { createVisitor } from '../visitor.ts';
import type { Visitor } from '../visitor.ts';
import { CHANGE_NAMES } from './builds.ts';
import type { Page as MeasuredPage } from './builds.ts';
import { PAGES } from './pages.mjs';
import { startVariants } from './variants.ts';
import type { Variant, Variants } from './variants.ts';
import { filterBuilt, sumBytes, writeTable } from './table.ts';
import type { Measured, VariantName } from './table.ts';

test.use({ trace: 'off' });

const VARIANTS = ['federated', 'split'] as const;

const began = performance.now();
const print = (line: string) => process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s: ${line}\n`);

/** Marks when the heading appears, and defers idle work, such as preloads, until then. Runs in the page. */
function deferIdleWork(): void {
  const deferred: (() => void)[] = [];
  window.requestIdleCallback = (work) => deferred.push(() => setTimeout(work, 0, { didTimeout: false, timeRemaining: () => 1 }));
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1')) return;
    observer.disconnect();
    performance.mark('heading');
    Reflect.deleteProperty(window, 'requestIdleCallback');
    for (const begin of deferred) begin();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. */
function listPathsBeforeHeading(): string[] {
  const headingAt = performance.getEntriesByName('heading')[0]?.startTime ?? 0;
  const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= headingAt);
  return entries.map(({ name }) => new URL(name).pathname);
}

const markHeading = (page: Page): Promise<unknown> => page.addInitScript(deferIdleWork);

const readPathsBeforeHeading = (page: Page): Promise<string[]> => page.evaluate(listPathsBeforeHeading);

class Results {
  readonly measured: Measured[];

  constructor(names: readonly VariantName[]) {
    this.measured = names.flatMap((variant) => PAGES.map(({ path }) => ({ path, variant, visits: {} })));
  }

  get(variant: VariantName, path: string): Measured {
    const found = this.measured.find((one) => one.variant === variant && one.path === path);
    if (!found) throw new Error(`No measurement of ${variant} at ${path}.`);
    return found;
  }
}

/** A browser with an empty cache for each page. They load concurrently, because only bytes are counted. */
class Visitors {
  private constructor(private readonly all: readonly { page: MeasuredPage; visitor: Visitor }[]) {}

  static async open(browser: Browser, variant: Variant, user: Person): Promise<Visitors> {
    const openVisitor = async (page: MeasuredPage) => {
      const visitor = await createVisitor(browser, variant.url, 50, page.needsSession ? { user } : {});
      await markHeading(visitor.page);
      return { page, visitor };
    };
    return new Visitors(await Promise.all(PAGES.map(openVisitor)));
  }

  visit() {
    return Promise.all(
      this.all.map(async ({ page, visitor }) => {
        const visit = await visitor.visit(page.path);
        return { page, ...visit, until: await readPathsBeforeHeading(visitor.page) };
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ visitor }) => visitor.close()));
  }
}

interface Measuring {
  browser: Browser;
  variants: Variants;
  user: Person;
  results: Results;
}

async function measureVisits({ browser, variants, user, results }: Measuring, name: VariantName): Promise<void> {
  const variant = variants[name];
  const visitors = await Visitors.open(browser, variant, user);
  for (const { page, fetched, until } of await visitors.visit()) {
    const files = filterBuilt(fetched);
    Object.assign(results.get(name, page.path).visits, {
      needed: files.filter(({ path }) => until.includes(path)),
      whole: files,
    });
  }
  await measureReturns(visitors, variant, (page) => results.get(name, page.path));
  await visitors.close();
}

async function measureReturns(visitors: Visitors, variant: Variant, getResult: (page: MeasuredPage) => Measured): Promise<void> {
  // The font for other letters may still be loading when the first visit ends.
  await visitors.visit();
  for (const { page, fetched } of await visitors.visit())
    expect(filterBuilt(fetched), `unchanged files are not fetched again at ${page.path} (${variant.name})`).toEqual([]);
  for (const change of CHANGE_NAMES) {
    await variant.deploy(change);
    for (const { page, heading, fetched } of await visitors.visit()) {
      if (page.path === '/toolbox') expect(heading).toBe(change === 'toolbox' ? 'Toolbox 1.1.0' : 'Toolbox');
      getResult(page).visits[change] = filterBuilt(fetched);
    }
    await variant.deploy('before');
  }
}

/** Goals of federation (docs/benchmarks.md). A missed one does not stop the others. */
function expectGoals(results: Results): void {
  const expectAtMost = (what: string, bytes: number, goal: number) =>
    expect.soft(bytes, `${what} downloads at most ${(goal / 1000).toFixed(1)} kB`).toBeLessThanOrEqual(goal);
  for (const { path } of PAGES) {
    const [federated, split] = [results.get('federated', path), results.get('split', path)];
    const heading = sumBytes(federated, 'toolbox');
    expectAtMost(`${path} after a heading, beside the split build,`, heading, sumBytes(split, 'toolbox'));
    expectAtMost(`${path} after a width`, sumBytes(federated, 'ui'), 30_000);
  }
  const home = sumBytes(results.get('federated', '/home'), 'needed', 'scripts');
  expectAtMost('/home', home, 213_000);
  const sumWhole = (variant: VariantName) => sumBytes(results.get(variant, '/toolbox'), 'whole', 'scripts');
  const whole = sumWhole('federated');
  expectAtMost('the whole first visit to /toolbox, beside the split build,', whole, 1.13 * sumWhole('split'));
}

test('bytes of the product, compared with the same sources without federation', async ({ browser, request }) => {
  test.setTimeout(900_000);
  // "pnpm play first-paint" measures server rendering.
  const product = await createOwnProduct({ SEED: 'demo', SERVER_RENDERING: 'off' });
  let variants: Variants | undefined;
  try {
    await product.start();
    const user = await signInAsDemo(request, 'seeker', product.url);
    variants = await startVariants(product);
    print('Builds are ready.');
    const results = new Results(VARIANTS);
    const measuring = { browser, variants, user, results };
    for (const name of VARIANTS) await measureVisits(measuring, name);
    print('Transfers are counted.');
    print(`${await writeTable(variants, results.measured)}\n`);
    expectGoals(results);
  } finally {
    for (const variant of Object.values(variants ?? {})) await variant.close();
    await product.remove();
  }
});
