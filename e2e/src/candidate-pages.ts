import type { Page } from '@playwright/test';
import { mainHeading } from './pages.ts';
import { watchConsole } from './console-watch.ts';
import { ready } from './ready.ts';
import { failureOf, remotesPanelOf, shellScreens } from './screens/frame.ts';

/** A page to look at. */
export interface Visit {
  path: string;
  /** Its parameters are made up: that there is no such thing is an answer. */
  isGuessed: boolean;
}

/** What was seen of it. */
export interface Sight {
  /** What is wrong with it, in a sentence that begins with its path; undefined where nothing is. */
  fault?: string;
  /** Paths of the product that it links to. */
  links: string[];
}

/** What a made-up parameter is. */
const NOBODYS = 'no-such-thing';

/** How long a page may take to show its heading, and then to be ready, in milliseconds. */
const HEADING_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 5000;

const isOpen = (pattern: string) => pattern.includes(':');

/** The values of a pattern's parameters in the first of the paths that fits it, and is nobody's own. */
function valuesOf(pattern: string, paths: readonly string[], owned: readonly string[]): Map<string, string> | undefined {
  const fitting = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = paths.find((path) => fitting.test(path) && !owned.includes(path));
  return found === undefined ? undefined : new Map(Object.entries(fitting.exec(found)?.groups ?? {}));
}

/** The paths that have no parameters. */
export const fixedVisits = (patterns: readonly string[]): Visit[] =>
  patterns.filter((pattern) => !isOpen(pattern)).map((path) => ({ path, isGuessed: false }));

/**
 * Those that have some, with values of the product's own data: from the first link that fits, else those that another
 * pattern's link has under the same names, else made up.
 *
 * @param links that the pages without parameters have
 * @param owned every path of the build: a link to one that has no parameters gives none
 */
export function openVisits(patterns: readonly string[], links: readonly string[], owned: readonly string[]): Visit[] {
  const open = patterns.filter(isOpen);
  const known = new Map(open.flatMap((pattern) => [...(valuesOf(pattern, links, owned) ?? [])]));
  return open.map((pattern) => {
    const own = valuesOf(pattern, links, owned);
    const values = own ?? known;
    return { path: pattern.replaceAll(/:(\w+)/g, (_, name: string) => values.get(name) ?? NOBODYS), isGuessed: !own };
  });
}

/** What the page says of it: the console hears nothing of code that does not load. */
async function failuresOf(page: Page): Promise<string[]> {
  const { open, failures } = remotesPanelOf(page);
  await open();
  return failures.innerText({ timeout: READY_TIMEOUT_MS }).then(
    (text) => text.split('\n').filter(Boolean),
    () => [],
  );
}

/** Opens a page of a build in a tab of its own, and waits until it has shown what it has. */
export async function seePage(page: Page, { path, isGuessed }: Visit): Promise<Sight> {
  const console = watchConsole(page);
  // The server knows no path that only this build has, and says 404 with the page that shows it.
  console.expectErrors(new RegExp(`status of 404 \\(Not Found\\) https?://[^/]+${path}$`));
  if (isGuessed) console.expectErrors(/Failed to load resource: the server responded with a status of 4\d\d/);
  const heading = mainHeading(page).first();
  await page.goto(path);
  await heading.waitFor({ timeout: HEADING_TIMEOUT_MS }).catch(() => undefined);
  // A page that is never ready shows below what is wrong with it.
  await ready(page, { timeout: READY_TIMEOUT_MS }).catch(() => undefined);
  const reasons = console.unexpected().map((error) => error.split('\n', 1)[0] ?? '');
  if (!(await heading.isVisible())) reasons.push('it shows no heading of level 1');
  if (await failureOf(page).card.isVisible())
    reasons.push('it shows the card of a remote that failed', ...(await failuresOf(page)));
  if (await shellScreens(page).notFound.heading.isVisible()) reasons.push('nobody owns this path');
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((found) =>
      found.flatMap((link) => (link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : [])),
    );
  return { links, ...(reasons.length > 0 && { fault: `${path} fails: ${[...new Set(reasons)].join('; ')}` }) };
}
