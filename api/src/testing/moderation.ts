import type { Comment, ContentKind, Problem } from '@solvent/contracts';
import { moderate } from '../commands/content.ts';
import { readSitemapEntries, findSitemapRanges } from '../features/site/sitemap.ts';
import type { SitemapKind } from '../features/site/sitemap.ts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import type { TestApp } from './test-app.ts';

/** The reason of {@link takeDown} that the author sees. */
export const REASON = 'It names a private person.';
export const INTERNAL_REASON = 'Reported by an informant.';
/** The `takenDown` field for users who can still see the content. */
export const TAKEN_DOWN = { reason: REASON, at: expect.any(String) };

const createEntry = (reason: string) => ({ action: 'test', by: 'ada', reason });

export const takeDown = (test: TestApp, kind: ContentKind, id: string, isMalware = false): Promise<string> =>
  moderate(test.deps.transact, {
    kind,
    id,
    takeDown: { by: 'ada', reason: REASON, isMalware },
    entry: createEntry(INTERNAL_REASON),
  });

export const restore = (test: TestApp, kind: ContentKind, id: string): Promise<string> =>
  moderate(test.deps.transact, { kind, id, takeDown: undefined, entry: createEntry('She agreed.') });

/** @returns responses by URL: the body, or the status if it is not 200 */
export async function fetchResponses(test: TestApp, urls: readonly string[], as?: TestCaller): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const url of urls) {
    const { status, body } = await test.request('GET', url, { as });
    // A view is counted after its response.
    const text = JSON.stringify(body).replaceAll(/"viewCount":\d+/g, '"viewCount":0');
    entries.push([url, status === 200 ? JSON.parse(text) : status]);
  }
  return Object.fromEntries(entries);
}

export const allMissing = (urls: readonly string[]): Record<string, unknown> => Object.fromEntries(urls.map((url) => [url, 404]));

export async function listSitemapPaths(test: TestApp, kind: SitemapKind): Promise<string[]> {
  const paths: string[] = [];
  for (const part of await findSitemapRanges(test.db, kind))
    for await (const some of readSitemapEntries(test.db, kind, part)) paths.push(...some.map(({ path }) => path));
  return paths;
}

export const fetchProblem = async (test: TestApp, id: string, as: TestCaller): Promise<Problem> =>
  getField(await test.request('GET', `/api/problems/${id}`, { as }), 'problem');

export const fetchComments = async (test: TestApp, id: string, as?: TestCaller): Promise<Comment[]> =>
  getField(await test.request('GET', `/api/problems/${id}/comments`, { as }), 'comments');
