import { jest } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { AppError } from './platform/errors/app-error.ts';
import { BODY_LIMIT_BYTES, LONG_BODY_LIMITS } from './platform/http/body-parsers.ts';
import type { TestCaller } from './testing/factories.ts';
import { publishLiveRelease, releasesInFolder } from './testing/releases.ts';
import type { TestReleases } from './testing/releases.ts';
import { BODY_FIELDS, ROUTES } from './testing/route-table.ts';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute, DocumentedSchema } from './testing/documented-routes.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';
/** Without it, these answer with the caller's own. */
const QUERIES: Record<string, string> = {
  'GET /api/problems/user': `?userId=${MISSING_ID}`,
  'GET /api/bids': `?problemId=${MISSING_ID}`,
  'GET /api/chat/search': '?q=word',
};
const BODY_LIMITS: Record<string, number> = {
  'POST /api/problems': LONG_BODY_LIMITS.problem,
  'PUT /api/problems/{id}': LONG_BODY_LIMITS.problem,
  'PUT /api/modules/{id}': LONG_BODY_LIMITS.documentation,
};

let releases: TestReleases;
let test: TestApp;
let routes: DocumentedRoute[];
let people: { seeker: TestCaller; solver: TestCaller };
beforeAll(async () => {
  releases = await releasesInFolder();
  await publishLiveRelease(releases.location);
  test = await createTestApp({ config: { releases: releases.location } });
  routes = await documentedRoutes(test);
  people = { seeker: await test.signedIn('seeker'), solver: await test.signedIn('solver') };
});
afterAll(async () => {
  await test.close();
  await releases.close();
});

const nameOf = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>) => `${method} ${path}`;
const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, MISSING_ID);
const accessOf = (route: string) => ROUTES[route]?.split(', ')[0] ?? '';
const having = (...kinds: string[]) => Object.keys(ROUTES).filter((route) => kinds.includes(accessOf(route)));
const sorted = (names: string[]) => names.toSorted((one, other) => one.localeCompare(other));
/** A caller whom a route lets in. */
const callerFor = (route: string) => (accessOf(route) === 'solver' ? people.solver : people.seeker);

function requestFor(route: string): InjectOptions {
  const [method = '', path = ''] = route.split(' ');
  return { method, url: addressOf(path) + (QUERIES[route] ?? '') };
}

async function statusOf(route: string, headers: Record<string, string>): Promise<number> {
  return (await test.app.inject({ ...requestFor(route), headers })).statusCode;
}

/** Routes that do not answer as expected, with what they answer. */
async function unlike(names: string[], headers: Record<string, string>, isExpected: (status: number) => boolean) {
  const odd: string[] = [];
  for (const route of names) {
    const status = await statusOf(route, headers);
    if (!isExpected(status)) odd.push(`${route}: ${status}`);
  }
  return odd;
}

const client = { 'x-app-key': 'solvent-web' };
const stale = { ...client, authorization: 'Bearer made-up' };

describe('every route (product 6, 7)', () => {
  it('is in the table', () => {
    expect(sorted(routes.map(nameOf))).toEqual(sorted(Object.keys(ROUTES)));
  });

  it('requires the access header, but for the open ones (product 11.4)', async () => {
    const keyed = having('anyone', 'signed-in', 'seeker', 'solver');
    expect(await unlike(keyed, {}, (status) => status === 403)).toEqual([]);
    expect(await unlike(having('open'), {}, (status) => [200, 204, 404].includes(status))).toEqual([]);
  });

  it('lets visitors and stale sessions in where anyone may call', async () => {
    for (const headers of [client, stale])
      expect(await unlike(having('anyone'), headers, (status) => status !== 401 && status !== 403)).toEqual([]);
  });

  it('requires a session, and no made-up one, where a user must be signed in (product 6)', async () => {
    for (const headers of [client, stale])
      expect(await unlike(having('signed-in', 'seeker', 'solver'), headers, (status) => status === 401)).toEqual([]);
  });

  it('requires its role (product 6)', async () => {
    expect(await unlike(having('seeker'), { ...client, ...people.solver.headers }, (status) => status === 403)).toEqual([]);
    expect(await unlike(having('solver'), { ...client, ...people.seeker.headers }, (status) => status === 403)).toEqual([]);
  });

  it('answers with what no cache keeps', async () => {
    const { headers } = await test.signedIn('solver');
    for (const route of Object.keys(ROUTES).filter((name) => name.startsWith('GET '))) {
      const answer = await test.app.inject({ ...requestFor(route), headers: { ...client, ...headers } });
      expect([route, answer.headers['cache-control']]).toEqual([route, 'no-store']);
    }
  });

  it('is counted by its limit, lists only where they are searched (product 9.17)', async () => {
    const consume = jest.spyOn(test.limits, 'consume').mockRejectedValue(new AppError('rate_limited', 'Wait'));
    /** The limit that refuses the call, or none. */
    const countedBy = async (route: DocumentedRoute, query: string) => {
      consume.mockClear();
      // A new person: others of a user's twenty sessions would end.
      const as = await test.signedIn(accessOf(nameOf(route)) === 'solver' ? 'solver' : 'seeker');
      const { status } = await test.request(route.method, addressOf(route.path) + query, { as });
      const limit = consume.mock.calls[0]?.[0];
      expect(status === 429).toBe(limit !== undefined);
      return limit ?? 'none';
    };
    for (const route of routes) {
      const [, limit = 'none'] = ROUTES[nameOf(route)]?.split(', ') ?? [];
      const searched = limit.replace('search: ', '');
      expect([nameOf(route), await countedBy(route, '')]).toEqual([nameOf(route), limit === searched ? limit : 'none']);
      expect([nameOf(route), await countedBy(route, '?search=word')]).toEqual([nameOf(route), searched]);
    }
    consume.mockRestore();
  });

  it('takes no field that only the server decides (product 11.10)', () => {
    const taken = routes.flatMap((route) => (route.body ? [[nameOf(route), sorted(Object.keys(route.body)).join(' ')]] : []));
    expect(Object.fromEntries(taken)).toEqual(BODY_FIELDS);
  });

  it('names a list that is too long, and none of its items', async () => {
    const lists = routes.flatMap((route) => {
      const fields = Object.entries(route.body ?? {}).filter(([, { type }]) => type === 'array');
      return fields.map(([field]) => ({ ...route, field }));
    });
    expect(lists.length).toBeGreaterThan(8);
    for (const { method, path, field } of lists) {
      // Without a proof of identity, one route looks no further.
      const payload = { idToken: 'x', [field]: Array.from({ length: 1000 }, () => ({})) };
      const { status, body } = await test.request(method, addressOf(path), { as: callerFor(nameOf({ method, path })), payload });
      expect({ path, status, fields: Object.keys(body['errors'] ?? {}) }).toEqual({ path, status: 422, fields: [field] });
    }
  });

  it('has room for the longest texts of its rules in any script; reports of pages are cut to fit', () => {
    const tight = routes.flatMap((route) => {
      const size = Buffer.byteLength(JSON.stringify(longestOf({ type: 'object', properties: route.body ?? {} })));
      const limit = BODY_LIMITS[nameOf(route)] ?? BODY_LIMIT_BYTES;
      return size <= limit || route.path === '/api/runtime-reports' ? [] : [`${nameOf(route)}: ${size}`];
    });
    expect(tight).toEqual([]);
  });
});

/** A value of the greatest lengths, of characters that take three bytes; tokens are ASCII. */
function longestOf({ type, items, properties, maxLength = 40, maxItems = 0 }: DocumentedSchema, name = ''): unknown {
  if (type === 'array') return Array(maxItems).fill(longestOf(items ?? {}));
  if (type !== 'object') return (/token$/i.test(name) ? 'a' : '漢').repeat(maxLength);
  return Object.fromEntries(Object.entries(properties ?? {}).map(([field, schema]) => [field, longestOf(schema, field)]));
}
