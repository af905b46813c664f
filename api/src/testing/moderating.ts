import type { ContentKind } from '@solvent/contracts';
import { moderate } from '../commands/content.ts';
import { entriesOf, partsOf } from '../features/site/sitemap/listed.ts';
import type { ListedKind } from '../features/site/sitemap/listed.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import type { TestCaller } from './factories.ts';
import { createTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';

/** Why {@link ModeratedApp.takeDown} takes something down. */
export const REASON = 'It names a private person.';
/** What those who still see it read. */
export const TAKEN_DOWN = { reason: REASON, at: expect.any(String) };

/** An application, and an operator's commands on it, whose events reach it. */
export interface ModeratedApp {
  test: TestApp;
  takeDown(kind: ContentKind, id: string, isMalware?: boolean): Promise<string>;
  restore(kind: ContentKind, id: string): Promise<string>;
}

/** Builds it for a test file; close `test` in `afterAll`. */
export async function createModeratedApp(): Promise<ModeratedApp> {
  let transact: Transact | undefined;
  const test = await createTestApp({
    config: { payments: 'test' },
    features: [
      (_app, deps) => {
        ({ transact } = deps);
      },
    ],
  });
  if (transact === undefined) throw new Error('The application has no transactions');
  const beside = transact;
  const act = (reason: string) => ({ act: 'test', by: 'ada', reason });
  return {
    test,
    takeDown: (kind, id, isMalware = false) =>
      moderate(beside, { verb: 'take-down', kind, id, isMalware, act: act(REASON) }),
    restore: (kind, id) => moderate(beside, { verb: 'restore', kind, id, isMalware: false, act: act('She agreed.') }),
  };
}

/** What a caller gets from each of these addresses: the body, or the status of what is not 200. */
export async function answersOf(test: TestApp, urls: readonly string[], as?: TestCaller): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const url of urls) {
    const { status, body } = await test.ask('GET', url, { as });
    // A reader is counted after the answer.
    const text = JSON.stringify(body).replaceAll(/"viewCount":\d+/g, '"viewCount":0');
    entries.push([url, status === 200 ? JSON.parse(text) : status]);
  }
  return Object.fromEntries(entries);
}

/** The answers of addresses of which each is 404. */
export const allMissing = (urls: readonly string[]): Record<string, unknown> => Object.fromEntries(urls.map((url) => [url, 404]));

/** Every path of a kind that sitemaps list. */
export async function inSitemap(test: TestApp, kind: ListedKind): Promise<string[]> {
  const paths: string[] = [];
  for (const part of await partsOf(test.db, kind))
    for await (const some of entriesOf(test.db, kind, part)) paths.push(...some.map(({ path }) => path));
  return paths;
}
