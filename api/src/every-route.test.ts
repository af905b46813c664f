import { jest } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { AppError } from './platform/errors/app-error.ts';
import { BODY_LIMIT_BYTES, LONG_BODY_LIMITS } from './platform/http/request-bodies.ts';
import type { TestCaller } from './testing/factories.ts';
import { publishLiveRelease, releasesInFolder } from './testing/releases.ts';
import type { TestReleases } from './testing/releases.ts';
import { BODY_FIELDS, ROUTES } from './testing/route-table.ts';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute, DocumentedSchema } from './testing/documented-routes.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';
/** Without these queries, the routes return the caller's own data. */
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

const getName = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>) => `${method} ${path}`;
const buildPath = (path: string) => path.replaceAll(/\{\w+\}/g, MISSING_ID);
const getAccess = (route: string) => ROUTES[route]?.split(', ')[0] ?? '';
const routesWithAccess = (...kinds: string[]) => Object.keys(ROUTES).filter((route) => kinds.includes(getAccess(route)));
const sorted = (names: string[]) => names.toSorted((one, other) => one.localeCompare(other));
/** A caller with access to a route. */
const getCaller = (route: string) => (getAccess(route) === 'solver' ? people.solver : people.seeker);

function buildRequest(route: string): InjectOptions {
  const [method = '', path = ''] = route.split(' ');
  return { method, url: buildPath(path) + (QUERIES[route] ?? '') };
}

async function readStatus(route: string, headers: Record<string, string>): Promise<number> {
  return (await test.app.inject({ ...buildRequest(route), headers })).statusCode;
}

/** Returns the routes with an unexpected status. */
async function findUnexpected(names: string[], headers: Record<string, string>, isExpected: (status: number) => boolean) {
  const unexpected: string[] = [];
  for (const route of names) {
    const status = await readStatus(route, headers);
    if (!isExpected(status)) unexpected.push(`${route}: ${status}`);
  }
  return unexpected;
}

const client = { 'x-app-key': 'solvent-web' };
const stale = { ...client, authorization: 'Bearer made-up' };

describe('every route (product 6, 7)', () => {
  it('is in the table', () => {
    expect(sorted(routes.map(getName))).toEqual(sorted(Object.keys(ROUTES)));
  });

  it('requires the access header, unless it is open (product 11.4)', async () => {
    const keyed = routesWithAccess('anyone', 'signed-in', 'seeker', 'solver');
    expect(await findUnexpected(keyed, {}, (status) => status === 403)).toEqual([]);
    expect(await findUnexpected(routesWithAccess('open'), {}, (status) => [200, 204, 404].includes(status))).toEqual([]);
  });

  it('accepts visitors and stale sessions where anyone may call', async () => {
    for (const headers of [client, stale])
      expect(await findUnexpected(routesWithAccess('anyone'), headers, (status) => status !== 401 && status !== 403)).toEqual([]);
  });

  it('requires a valid session where a user must be signed in (product 6)', async () => {
    for (const headers of [client, stale])
      expect(
        await findUnexpected(routesWithAccess('signed-in', 'seeker', 'solver'), headers, (status) => status === 401),
      ).toEqual([]);
  });

  it('requires its role (product 6)', async () => {
    expect(
      await findUnexpected(routesWithAccess('seeker'), { ...client, ...people.solver.headers }, (status) => status === 403),
    ).toEqual([]);
    expect(
      await findUnexpected(routesWithAccess('solver'), { ...client, ...people.seeker.headers }, (status) => status === 403),
    ).toEqual([]);
  });

  it('has responses that are not cached', async () => {
    const { headers } = await test.signedIn('solver');
    for (const route of Object.keys(ROUTES).filter((name) => name.startsWith('GET '))) {
      const answer = await test.app.inject({ ...buildRequest(route), headers: { ...client, ...headers } });
      expect([route, answer.headers['cache-control']]).toEqual([route, 'no-store']);
    }
  });

  it('counts against its limit, lists only if they are searched (product 9.17)', async () => {
    const consume = jest.spyOn(test.deps.limits, 'consume').mockRejectedValue(new AppError('rate_limited', 'Wait'));
    const findLimit = async (route: DocumentedRoute, query: string) => {
      consume.mockClear();
      // A new user, since one user has at most twenty sessions.
      const as = await test.signedIn(getAccess(getName(route)) === 'solver' ? 'solver' : 'seeker');
      const { status } = await test.request(route.method, buildPath(route.path) + query, { as });
      const limit = consume.mock.calls[0]?.[0];
      expect(status === 429).toBe(limit !== undefined);
      return limit ?? 'none';
    };
    for (const route of routes) {
      const [, limit = 'none'] = ROUTES[getName(route)]?.split(', ') ?? [];
      const searched = limit.replace('search: ', '');
      expect([getName(route), await findLimit(route, '')]).toEqual([getName(route), limit === searched ? limit : 'none']);
      expect([getName(route), await findLimit(route, '?search=word')]).toEqual([getName(route), searched]);
    }
    consume.mockRestore();
  });

  it('accepts no field that only the server sets (product 11.10)', () => {
    const accepted = routes.flatMap((route) => (route.body ? [[getName(route), sorted(Object.keys(route.body)).join(' ')]] : []));
    expect(Object.fromEntries(accepted)).toEqual(BODY_FIELDS);
  });

  it('reports a list that is too long, and none of its items', async () => {
    const lists = routes.flatMap((route) => {
      const fields = Object.entries(route.body ?? {}).filter(([, { type }]) => type === 'array');
      return fields.map(([field]) => ({ ...route, field }));
    });
    expect(lists.length).toBeGreaterThan(8);
    for (const { method, path, field } of lists) {
      // One route checks the proof of identity first.
      const payload = { idToken: 'x', [field]: Array.from({ length: 1000 }, () => ({})) };
      const { status, body } = await test.request(method, buildPath(path), { as: getCaller(getName({ method, path })), payload });
      expect({ path, status, fields: Object.keys(body['errors'] ?? {}) }).toEqual({ path, status: 422, fields: [field] });
    }
  });

  it('accepts the longest valid texts in any script; reports of pages are truncated', () => {
    const tooSmall = routes.flatMap((route) => {
      const size = Buffer.byteLength(JSON.stringify(buildLongest({ type: 'object', properties: route.body ?? {} })));
      const limit = BODY_LIMITS[getName(route)] ?? BODY_LIMIT_BYTES;
      return size <= limit || route.path === '/api/runtime-reports' ? [] : [`${getName(route)}: ${size}`];
    });
    expect(tooSmall).toEqual([]);
  });
});

/** Builds a value of maximum length, of characters with three bytes; tokens are ASCII. */
function buildLongest({ type, items, properties, maxLength = 40, maxItems = 0 }: DocumentedSchema, name = ''): unknown {
  if (type === 'array') return Array(maxItems).fill(buildLongest(items ?? {}));
  if (type !== 'object') return (/token$/i.test(name) ? 'a' : '漢').repeat(maxLength);
  return Object.fromEntries(Object.entries(properties ?? {}).map(([field, schema]) => [field, buildLongest(schema, field)]));
}
