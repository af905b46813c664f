import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute, DocumentedSchema } from './testing/documented-routes.ts';
import { publishLiveRelease, releasesInFolder } from './testing/releases.ts';
import type { TestReleases } from './testing/releases.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

/** The same requests each time; another number here tries others. */
const SEED = 13;
/** How many times the requests of the gate. */
const TIMES = Number(process.env['ODD_REQUESTS'] ?? 1);
const OF_EACH_ROUTE = 4 * TIMES;
const SEARCHES = 25 * TIMES;
/** A busy machine takes long for thousands of requests (ms). */
const TIMEOUT = 300_000;

let releases: TestReleases;
let test: TestApp;
beforeAll(async () => {
  releases = await releasesInFolder();
  // A server with nothing to show is not ready, and says so with 503.
  await publishLiveRelease(releases.location);
  test = await createTestApp({ config: { releases: releases.location } });
});
afterAll(async () => {
  await test.close();
  await releases.close();
});

/** What searching reads meaning into, and what no text should hold. */
const SIGNS = ['"-\'()*:&|!<>'.split(''), '<->', '\\%_,.\0'.split(''), '\ud800', '\udc00', '😀', '\n'].flat();
const WORDS = [..."foo or OR and the react x.__proto__ é ß İ ٣ ªº 東京 a 1e5 o'neil".split(' '), ' ', '  '];
const search = fc.array(fc.constantFrom(...SIGNS, ...WORDS), { maxLength: 12 }).map((parts) => parts.join(''));

describe('a search for anything', () => {
  it.each(['/api/problems', '/api/modules', '/api/auth/profiles', '/api/chat/conversations', '/api/problems/similar'])(
    'breaks nothing: %s',
    async (path) => {
      const as = await test.signedIn('seeker');
      await fc.assert(
        fc.asyncProperty(search, async (typed) => {
          const query = new URLSearchParams({ [path.endsWith('similar') ? 'title' : 'search']: typed });
          const { status } = await test.request('GET', `${path}?${query.toString()}`, { as });
          expect([200, 422]).toContain(status);
        }),
        { seed: SEED, numRuns: SEARCHES, examples: [['-"foo bar'], ['"a" -"b c'], ["-foo' bar"], ['or'], ['- "']] },
      );
    },
  );
});

/** Names that every object has. */
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

/** A value as the documentation says it mostly, and any other one. */
function valueOf({ type, items, properties }: DocumentedSchema): fc.Arbitrary<unknown> {
  if (type === 'array') return fc.oneof(anything, fc.array(items === undefined ? anything : valueOf(items), { maxLength: 4 }));
  if (type === 'object') return fc.oneof(anything, bodyOf(properties ?? {}));
  return anything;
}

const bodyOf = (fields: Record<string, DocumentedSchema>): fc.Arbitrary<unknown> => {
  const known = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, valueOf(schema)]));
  const others = fc.dictionary(fc.constantFrom(...INHERITED, 'other'), anything, { maxKeys: 2, noNullPrototype: true });
  return fc
    .tuple(fc.record(known, { requiredKeys: [], noNullPrototype: true }), others)
    .map((both) => Object.assign({}, ...both));
};

const queryOf = ({ filters }: DocumentedRoute) =>
  fc.array(fc.tuple(fc.constantFrom(...filters, ...INHERITED, '__proto__', 'remote', '%00'), fc.oneof(search, leaf)), {
    maxLength: 3,
  });

const part = fc.oneof(
  fc.constantFrom(randomUUID(), 'own', 'x.__proto__', 'constructor', '%00', '%2e%2e', '😀', '-', "'", 'a'.repeat(199)),
  search,
);

/** The address of a route with these parts and this query, in what a request can hold. */
function addressOf({ path }: DocumentedRoute, parts: string[], query: [string, unknown][]): string {
  let at = 0;
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent((parts[at++] ?? '').replaceAll(/\p{Cs}/gu, '%')));
  return `${filled}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()}`;
}

describe('an odd request', () => {
  it(
    'is answered on every route, and never breaks the server',
    async () => {
      for (const route of await documentedRoutes(test)) {
        const bodies = fc.oneof(route.body === undefined ? anything : bodyOf(route.body), anything);
        const roles = fc.constantFrom('seeker', 'solver', undefined);
        await fc.assert(
          fc.asyncProperty(
            fc.array(part, { minLength: 2, maxLength: 2 }),
            queryOf(route),
            bodies,
            roles,
            async (parts, query, body, role) => {
              // Some routes end the session.
              const as = role === undefined ? undefined : await test.signedIn(role);
              const hasBody = route.method !== 'GET' && body !== undefined;
              const sent = hasBody ? { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
              const answer = await test.request(route.method, addressOf(route, parts, query), { as, ...sent });
              expect(answer.status).toBeLessThan(500);
            },
          ),
          { seed: SEED, numRuns: OF_EACH_ROUTE },
        );
      }
    },
    TIMEOUT,
  );
});
