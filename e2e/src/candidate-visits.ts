import type { Page } from '@playwright/test';
import { getMainHeading } from './pages.ts';
import { watchConsole } from './console-watch.ts';
import { ready } from './ready.ts';
import { createFailure, createRemotesPanel, createShellScreens } from './screens/frame.ts';

export interface Visit {
  path: string;
  /** Whether the parameters are made up because no links provide any; "not found" is a valid result then. */
  hasUnknownId: boolean;
}

export interface PageResult {
  failure?: string;
  links: string[];
}

const UNKNOWN_ID = 'no-such-thing';

const HEADING_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 5000;

const hasParameters = (pattern: string) => pattern.includes(':');

/** @returns parameters of the first path that matches the pattern and is not in `owned` */
function findParameters(pattern: string, paths: readonly string[], owned: readonly string[]): Map<string, string> | undefined {
  const fitting = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = paths.find((path) => fitting.test(path) && !owned.includes(path));
  return found === undefined ? undefined : new Map(Object.entries(fitting.exec(found)?.groups ?? {}));
}

export const createFixedVisits = (patterns: readonly string[]): Visit[] =>
  patterns.filter((pattern) => !hasParameters(pattern)).map((path) => ({ path, hasUnknownId: false }));

/** Fills in parameters from links or with an unknown id. @param owned the build's own paths, such as `/toolbox/new`, which match patterns like `/toolbox/:id` */
export function createParameterVisits(patterns: readonly string[], links: readonly string[], owned: readonly string[]): Visit[] {
  const open = patterns.filter(hasParameters);
  const parameters = new Map(open.flatMap((pattern) => [...(findParameters(pattern, links, owned) ?? [])]));
  return open.map((pattern) => {
    const ownParameters = findParameters(pattern, links, owned);
    const values = ownParameters ?? parameters;
    return {
      path: pattern.replaceAll(/:(\w+)/g, (_, name: string) => values.get(name) ?? UNKNOWN_ID),
      hasUnknownId: !ownParameters,
    };
  });
}

/** Reads the panel: code that fails to load logs nothing. */
async function readFailures(page: Page): Promise<string[]> {
  const { open, failures } = createRemotesPanel(page);
  await open();
  return failures.innerText({ timeout: READY_TIMEOUT_MS }).then(
    (text) => text.split('\n').filter(Boolean),
    () => [],
  );
}

export async function visitPage(page: Page, { path, hasUnknownId }: Visit): Promise<PageResult> {
  const console = watchConsole(page);
  // For paths that only this build has, the server responds with the page but the status 404.
  console.expectErrors(new RegExp(`status of 404 \\(Not Found\\) https?://[^/]+${path}$`));
  if (hasUnknownId) console.expectErrors(/Failed to load resource: the server responded with a status of 4\d\d/);
  const heading = getMainHeading(page).first();
  await page.goto(path);
  await heading.waitFor({ timeout: HEADING_TIMEOUT_MS }).catch(() => undefined);
  // The checks below report a page that is not ready.
  await ready(page, { timeout: READY_TIMEOUT_MS }).catch(() => undefined);
  const reasons = console.unexpected().map((error) => error.split('\n', 1)[0] ?? '');
  if (!(await heading.isVisible())) reasons.push('it shows no heading of level 1');
  if (await createFailure(page).card.isVisible())
    reasons.push('it shows the card of a failed remote', ...(await readFailures(page)));
  if (await createShellScreens(page).notFound.heading.isVisible()) reasons.push('no remote owns this path');
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((elements) =>
      elements.flatMap((link) => (link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : [])),
    );
  return { links, ...(reasons.length > 0 && { failure: `${path} fails: ${[...new Set(reasons)].join('; ')}` }) };
}
