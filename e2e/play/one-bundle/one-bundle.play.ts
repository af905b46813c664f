import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { signInAsDemo } from '../../src/people.ts';
import type { Person } from '../../src/people.ts';
import { createOwnProduct } from '../../src/setup/own-product.ts';
import { createVisitor } from '../visitor.ts';
import type { Visitor } from '../visitor.ts';
import { CHANGE_NAMES } from './builds.ts';
import type { Page } from './builds.ts';
import { largestPaint } from './largest-paint.ts';
import { PAGES } from './pages.mjs';
import { startSubjects } from './subjects.ts';
import type { Subject, Subjects } from './subjects.ts';
import { askedUntilHeading, watchHeading } from './until-heading.ts';
import { built, bytesOf, writeTable } from './table.ts';
import type { Measured, SubjectName } from './table.ts';

test.use({ trace: 'off' });

const SUBJECTS = ['federated', 'split', 'alone', 'one'] as const;
const ROUNDS = 5;
/** Whose paints are timed. */
const PAINTED = ['federated', 'split', 'alone'] as const;
/** To whom people come back after a change: one script comes again whole. */
const RETURNED: readonly SubjectName[] = ['federated', 'split'];

const began = performance.now();
const say = (line: string) => process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s: ${line}\n`);

/** All that is measured, by subject and page. */
class Results {
  readonly measured: Measured[];

  constructor(names: readonly SubjectName[]) {
    this.measured = names.flatMap((subject) => PAGES.map(({ path }) => ({ path, subject, visits: {}, paints: [] })));
  }

  of(subject: SubjectName, path: string): Measured {
    const found = this.measured.find((one) => one.subject === subject && one.path === path);
    if (!found) throw new Error(`Nothing is measured of ${subject} at ${path}.`);
    return found;
  }
}

/** People with empty caches, one for each page; they come and look at the same time, since bytes are no times. */
class Visitors {
  private constructor(private readonly all: readonly { page: Page; visitor: Visitor }[]) {}

  static async come(browser: Browser, subject: Subject, user: Person): Promise<Visitors> {
    const comes = async (page: Page) => {
      const visitor = await createVisitor(browser, subject.urlOf(page), 50, page.needsSession ? { user } : {});
      await watchHeading(visitor.page);
      return { page, visitor };
    };
    return new Visitors(await Promise.all(PAGES.map(comes)));
  }

  /** Each looks at the page that is theirs. */
  look() {
    return Promise.all(
      this.all.map(async ({ page, visitor }) => {
        const visit = await visitor.visit(page.path);
        return { page, ...visit, until: await askedUntilHeading(visitor.page) };
      }),
    );
  }

  async leave(): Promise<void> {
    await Promise.all(this.all.map(({ visitor }) => visitor.close()));
  }
}

/** What is measured with, and where it is noted. */
interface Measuring {
  browser: Browser;
  subjects: Subjects;
  /** Whose session pages are given that need one. */
  user: Person;
  results: Results;
}

/** People come for the first time, and some again after each change. */
async function measureVisits({ browser, subjects, user, results }: Measuring, name: SubjectName): Promise<void> {
  const subject = subjects[name];
  const visitors = await Visitors.come(browser, subject, user);
  for (const { page, fetched, until } of await visitors.look()) {
    const files = built(fetched);
    Object.assign(results.of(name, page.path).visits, { needed: files.filter(({ path }) => until.includes(path)), whole: files });
  }
  if (RETURNED.includes(name)) await measureReturns(visitors, subject, (page) => results.of(name, page.path));
  await visitors.leave();
}

async function measureReturns(visitors: Visitors, subject: Subject, resultOf: (page: Page) => Measured): Promise<void> {
  for (const { page, fetched } of await visitors.look())
    expect(built(fetched), `what nobody has changed is not fetched again at ${page.path} (${subject.name})`).toEqual([]);
  for (const change of CHANGE_NAMES) {
    await subject.deploy(change);
    for (const { page, heading, fetched } of await visitors.look()) {
      if (page.path === '/toolbox') expect(heading).toBe(change === 'toolbox' ? 'Toolbox 1.1.0' : 'Toolbox');
      resultOf(page).visits[change] = built(fetched);
    }
    await subject.deploy('before');
  }
}

/** Subjects take turns, so that what slows the machine down slows all of them. */
async function measurePaints({ browser, subjects, user, results }: Measuring): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const page of PAGES) {
      for (const name of PAINTED) {
        const address = subjects[name].urlOf(page) + page.path;
        results.of(name, page.path).paints.push(await largestPaint(browser, address, page.needsSession ? user : undefined));
      }
    }
  }
}

/** What federation was built to reach; a goal that is missed is told, and the others are looked at all the same. */
function expectGoals(results: Results): void {
  const expectAtMost = (what: string, bytes: number, goal: number) =>
    expect.soft(bytes, `${what} downloads at most ${(goal / 1000).toFixed(1)} kB`).toBeLessThanOrEqual(goal);
  for (const { path } of PAGES) {
    const [federated, split] = [results.of('federated', path), results.of('split', path)];
    const heading = bytesOf(federated, 'toolbox');
    expectAtMost(`${path} after a heading`, heading, 8000);
    expectAtMost(`${path} after a heading, beside the split build,`, heading, bytesOf(split, 'toolbox'));
    expectAtMost(`${path} after a width`, bytesOf(federated, 'ui'), 30_000);
  }
  const home = bytesOf(results.of('federated', '/home'), 'needed', 'scripts');
  expectAtMost('/home', home, 202_000);
  expectAtMost('/home, beside the page alone,', home, 1.16 * bytesOf(results.of('alone', '/home'), 'needed', 'scripts'));
  const wholeOf = (subject: SubjectName) => bytesOf(results.of(subject, '/toolbox'), 'whole', 'scripts');
  const whole = wholeOf('federated');
  expectAtMost('the whole first visit to /toolbox, beside the split build,', whole, 1.13 * wholeOf('split'));
}

test('what the product costs a browser, beside the same sources without federation', async ({ browser, request }) => {
  test.setTimeout(900_000);
  // Each is drawn by the browser: what the server's rendering gives is another play ("pnpm play first-paint").
  const product = await createOwnProduct({ SEED: 'demo', SERVER_RENDERING: 'off' });
  let subjects: Subjects | undefined;
  try {
    await product.start();
    const user = await signInAsDemo(request, 'seeker', product.url);
    subjects = await startSubjects(product);
    say('All is built and served.');
    const results = new Results(SUBJECTS);
    const measuring = { browser, subjects, user, results };
    for (const name of SUBJECTS) await measureVisits(measuring, name);
    say('What comes over the network is counted.');
    await measurePaints(measuring);
    say(`Largest paints are timed.\n\n${await writeTable(subjects, results.measured)}\n`);
    expectGoals(results);
  } finally {
    for (const subject of Object.values(subjects ?? {})) await subject.close();
    await product.remove();
  }
});
