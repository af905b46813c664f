import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { isServerRendered } from '../src/composition/served-html.ts';
import type { ProblemsResponse } from '@solvent/contracts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import { checkGoals, formatTable, writeVisits } from './first-paint/table.ts';
import type { SubjectName, Visits } from './first-paint/table.ts';
import { visit } from './first-paint/visit.ts';
import { buildBundle } from './one-bundle/builds.ts';
import { startBundleServer } from './one-bundle/bundle-server.ts';

test.use({ trace: 'off' });

const ROUNDS = Number(process.env.FIRST_PAINT_ROUNDS ?? 5);

const REQUESTED_PATHS = process.env.FIRST_PAINT_PAGES?.split(',');

/** The bundle has preload hints for the first paths only. */
const PAGES: { path: string; subjects: SubjectName[] }[] = [
  { path: '/home', subjects: ['rendered', 'clientRendered', 'bundle'] },
  { path: '/problems', subjects: ['rendered', 'clientRendered', 'bundle'] },
  { path: '/toolbox', subjects: ['rendered', 'clientRendered', 'bundle'] },
  { path: '/problems/:id', subjects: ['rendered', 'clientRendered'] },
];

const began = performance.now();
const print = (line: string) => process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s: ${line}\n`);

async function fetchProblemId(url: string): Promise<string> {
  const response = await fetch(`${url}/api/problems`, { headers: { 'x-app-key': 'solvent-web' } });
  const { problems } = (await response.json()) as ProblemsResponse; // the contract of the address
  return problems.at(-1)?._id ?? '';
}

/** Renders the page once, as an earlier visit would. Visits report a page that is not rendered. */
async function warm(address: string): Promise<void> {
  const rendered = async () => {
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    return isServerRendered(await page.text());
  };
  await expect
    .poll(rendered, { timeout: 3000 })
    .toBe(true)
    .catch(() => undefined);
}

/** Variants alternate, so that load on the machine affects all. The first round warms caches and is not counted. */
async function visitAll(browser: Browser, urls: Record<SubjectName, string>): Promise<Visits[]> {
  const pages = PAGES.filter(({ path }) => REQUESTED_PATHS?.includes(path) ?? true);
  const all: Visits[] = pages.flatMap(({ path, subjects }) => subjects.map((subject) => ({ path, subject, visits: [] })));
  const ids = {
    rendered: await fetchProblemId(urls.rendered),
    clientRendered: await fetchProblemId(urls.clientRendered),
    bundle: '',
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { path, subject, visits } of all) {
      const address = urls[subject] + path.replace(':id', ids[subject]);
      if (subject === 'rendered') await warm(address);
      const visited = await visit(browser, address).catch((error: unknown) => {
        throw new Error(`The visit to ${path} (${subject}) failed.`, { cause: error });
      });
      if (round > 0) visits.push(visited);
    }
    print(round === 0 ? 'Warm-up is done.' : `Round ${round} of ${ROUNDS}.`);
  }
  return all;
}

test('time until a phone shows a page with and without server rendering', async ({ browser }) => {
  test.setTimeout(300_000 * (ROUNDS + 2));
  const closing: (() => Promise<void>)[] = [];
  const start = async (rendering: 'on' | 'off') => {
    const product = await createOwnProduct({ SEED: 'demo', SERVER_RENDERING: rendering });
    closing.push(product.remove);
    await product.start();
    return product.url;
  };
  try {
    const [rendered, clientRendered] = [await start('on'), await start('off')];
    const bundle = await startBundleServer(clientRendered);
    closing.push(bundle.close);
    bundle.deploy(await buildBundle());
    print('Builds are ready.');
    const all = await visitAll(browser, { rendered, clientRendered, bundle: bundle.url });
    const goals = checkGoals(all).map(({ text, isMet }) => ({ line: `${isMet ? 'met' : 'MISSED'}: ${text}`, isMet }));
    const load = await writeVisits(all);
    print(`Visits are done.\n\n${formatTable(all)}\n\n${load}\n\n${goals.map(({ line }) => line).join('\n')}\n`);
    const servedByMistake = all.filter(
      ({ subject, visits }) => subject !== 'rendered' && visits.some(({ isServed }) => isServed),
    );
    expect(servedByMistake, 'pages that the server rendered by mistake').toEqual([]);
    expect(
      goals.filter(({ isMet }) => !isMet).map(({ line }) => line),
      'goals that were missed',
    ).toEqual([]);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
});
