import type { Page } from '@playwright/test';
import { mainHeading } from './pages.ts';
import { watchConsole } from './console-watch.ts';
import { ready } from './ready.ts';
import { createFailure, createRemotesPanel, shellScreens } from './screens/frame.ts';

/** A page to look at. */
export interface Visit {
  path: string;
  /** Its parameters are made up: that there is no such thing is an answer. */
  hasUnknownId: boolean;
}

/** What was seen of it. */
export interface PageResult {
  /** What is wrong with it, in a sentence that begins with its path; undefined where nothing is. */
  failure?: string;
  /** Paths of the product that it links to. */
  links: string[];
}

/** What a made-up parameter is. */
const UNKNOWN_ID = 'no-such-thing';

/** How long a page may take to show its heading, and then to be ready, in milliseconds. */
const HEADING_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 5000;

const hasParameters = (pattern: string) => pattern.includes(':');

/** The values of a pattern's parameters in the first of the paths that fits it, and is nobody's own. */
function findParameters(pattern: string, paths: readonly string[], owned: readonly string[]): Map<string, string> | undefined {
  const fitting = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = paths.find((path) => fitting.test(path) && !owned.includes(path));
  return found === undefined ? undefined : new Map(Object.entries(fitting.exec(found)?.groups ?? {}));
}

/** The paths that have no parameters. */
export const fixedVisits = (patterns: readonly string[]): Visit[] =>
  patterns.filter((pattern) => !hasParameters(pattern)).map((path) => ({ path, hasUnknownId: false }));

/**
 * Those that have some, with values of the product's own data: from the first link that fits, else those that another
 * pattern's link has under the same names, else made up.
 *
 * @param links that the pages without parameters have
 * @param owned every path of the build: a link to one that has no parameters gives none
 */
export function parameterVisits(patterns: readonly string[], links: readonly string[], owned: readonly string[]): Visit[] {
  const open = patterns.filter(hasParameters);
  const known = new Map(open.flatMap((pattern) => [...(findParameters(pattern, links, owned) ?? [])]));
  return open.map((pattern) => {
    const own = findParameters(pattern, links, owned);
    const values = own ?? known;
    return { path: pattern.replaceAll(/:(\w+)/g, (_, name: string) => values.get(name) ?? UNKNOWN_ID), hasUnknownId: !own };
  });
}

/** What the page says of it: the console hears nothing of code that does not load. */
async function readFailures(page: Page): Promise<string[]> {
  const { open, failures } = createRemotesPanel(page);
  await open();
  return failures.innerText({ timeout: READY_TIMEOUT_MS }).then(
    (text) => text.split('\n').filter(Boolean),
    () => [],
  );
}

/** Opens a page of a build in a tab of its own, and waits until it has shown what it has. */
export async function visitPage(page: Page, { path, hasUnknownId }: Visit): Promise<PageResult> {
  const console = watchConsole(page);
  // The server knows no path that only this build has, and says 404 with the page that shows it.
  console.expectErrors(new RegExp(`status of 404 \\(Not Found\\) https?://[^/]+${path}$`));
  if (hasUnknownId) console.expectErrors(/Failed to load resource: the server responded with a status of 4\d\d/);
  const heading = mainHeading(page).first();
  await page.goto(path);
  await heading.waitFor({ timeout: HEADING_TIMEOUT_MS }).catch(() => undefined);
  // A page that is never ready shows below what is wrong with it.
  await ready(page, { timeout: READY_TIMEOUT_MS }).catch(() => undefined);
  const reasons = console.unexpected().map((error) => error.split('\n', 1)[0] ?? '');
  if (!(await heading.isVisible())) reasons.push('it shows no heading of level 1');
  if (await createFailure(page).card.isVisible())
    reasons.push('it shows the card of a remote that failed', ...(await readFailures(page)));
  if (await shellScreens(page).notFound.heading.isVisible()) reasons.push('nobody owns this path');
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((found) =>
      found.flatMap((link) => (link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : [])),
    );
  return { links, ...(reasons.length > 0 && { failure: `${path} fails: ${[...new Set(reasons)].join('; ')}` }) };
}
