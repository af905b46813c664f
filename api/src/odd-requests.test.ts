import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute, DocumentedSchema } from './testing/documented-routes.ts';
import { publishLiveRelease, releasesInFolder } from './testing/releases.ts';
import type { TestReleases } from './testing/releases.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

/** Another seed generates other requests. */
const SEED = 13;
/** Factor for more requests than in CI. */
const FACTOR = Number(process.env['ODD_REQUESTS'] ?? 1);
const RUNS_PER_ROUTE = 4 * FACTOR;
const SEARCH_RUNS = 25 * FACTOR;
/** For thousands of requests on a busy machine. */
const TIMEOUT_MS = 300_000;

let releases: TestReleases;
let test: TestApp;
beforeAll(async () => {
  releases = await releasesInFolder();
  // Without a release, the server is not ready (503).
  await publishLiveRelease(releases.location);
  test = await createTestApp({ config: { releases: releases.location } });
});
afterAll(async () => {
  await test.close();
  await releases.close();
});

/** Operators of the search, and invalid characters. */
const SIGNS = ['"-\'()*:&|!<>'.split(''), '<->', '\\%_,.\0'.split(''), '\ud800', '\udc00', '😀', '\n'].flat();
const WORDS = [..."foo or OR and the react x.__proto__ é ß İ ٣ ªº 東京 a 1e5 o'neil".split(' '), ' ', '  '];
const search = fc.array(fc.constantFrom(...SIGNS, ...WORDS), { maxLength: 12 }).map((parts) => parts.join(''));

describe('an arbitrary search', () => {
  it.each(['/api/problems', '/api/modules', '/api/auth/profiles', '/api/chat/conversations', '/api/problems/similar'])(
    'does not fail: %s',
    async (path) => {
      const as = await test.signedIn('seeker');
      await fc.assert(
        fc.asyncProperty(search, async (typed) => {
          const query = new URLSearchParams({ [path.endsWith('similar') ? 'title' : 'search']: typed });
          const { status } = await test.request('GET', `${path}?${query.toString()}`, { as });
          expect([200, 422]).toContain(status);
        }),
        { seed: SEED, numRuns: SEARCH_RUNS, examples: [['-"foo bar'], ['"a" -"b c'], ["-foo' bar"], ['or'], ['- "']] },
      );
    },
  );
});

/** Names of inherited properties. */
const INHERITED = ['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'then', 'length'];

const leaf = fc.oneof(
  search,
  fc.constantFrom('', 'a@b.co', 'https://a.b', randomUUID(), '1', 'paid', 'solver', 'x'.repeat(5000)),
  fc.constantFrom(null, true, false, 0, -1, 1, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, 2 ** 31, 1.5),
);
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...INHERITED, 'a', 'name'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Mostly values of the documented type. */
function arbitraryValue({ type, items, properties }: DocumentedSchema): fc.Arbitrary<unknown> {
  if (type === 'array')
    return fc.oneof(anything, fc.array(items === undefined ? anything : arbitraryValue(items), { maxLength: 4 }));
  if (type === 'object') return fc.oneof(anything, arbitraryBody(properties ?? {}));
  return anything;
}

const arbitraryBody = (fields: Record<string, DocumentedSchema>): fc.Arbitrary<unknown> => {
  const known = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, arbitraryValue(schema)]));
  const others = fc.dictionary(fc.constantFrom(...INHERITED, 'other'), anything, { maxKeys: 2, noNullPrototype: true });
  return fc
    .tuple(fc.record(known, { requiredKeys: [], noNullPrototype: true }), others)
    .map((both) => Object.assign({}, ...both));
};

const arbitraryQuery = ({ filters }: DocumentedRoute) =>
  fc.array(fc.tuple(fc.constantFrom(...filters, ...INHERITED, '__proto__', 'remote', '%00'), fc.oneof(search, leaf)), {
    maxLength: 3,
  });

const pathPart = fc.oneof(
  fc.constantFrom(randomUUID(), 'own', 'x.__proto__', 'constructor', '%00', '%2e%2e', '😀', '-', "'", 'a'.repeat(199)),
  search,
);

/** Fills the parameters of a path; lone surrogates cannot be encoded. */
function buildUrl({ path }: DocumentedRoute, parts: string[], query: [string, unknown][]): string {
  let index = 0;
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent((parts[index++] ?? '').replaceAll(/\p{Cs}/gu, '%')));
  return `${filled}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()}`;
}

describe('an unusual request', () => {
  it(
    'gets a response below 500 on every route',
    async () => {
      for (const route of await documentedRoutes(test)) {
        const bodies = fc.oneof(route.body === undefined ? anything : arbitraryBody(route.body), anything);
        const roles = fc.constantFrom('seeker', 'solver', undefined);
        await fc.assert(
          fc.asyncProperty(
            fc.array(pathPart, { minLength: 2, maxLength: 2 }),
            arbitraryQuery(route),
            bodies,
            roles,
            async (parts, query, body, role) => {
              // Some routes end the session.
              const as = role === undefined ? undefined : await test.signedIn(role);
              const hasBody = route.method !== 'GET' && body !== undefined;
              const sent = hasBody ? { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
              const response = await test.request(route.method, buildUrl(route, parts, query), { as, ...sent });
              expect(response.status).toBeLessThan(500);
            },
          ),
          { seed: SEED, numRuns: RUNS_PER_ROUTE },
        );
      }
    },
    TIMEOUT_MS,
  );
});
