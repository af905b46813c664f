import { performance } from 'node:perf_hooks';
import type { TestCaller } from './testing/factories.ts';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute } from './testing/documented-routes.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';
import { LONG_BODY_LIMITS, BODY_LIMIT_BYTES } from './platform/http/body-parsers.ts';

/** So long (ms) may one request keep the server from others. A machine that others use gets some tries: the least counts. */
const WORK_MAX = 50;
const TRIES = 15;
/** A busy machine takes long for thousands of requests (ms). */
const TIMEOUT = 300_000;

const ID = '00000000-0000-7000-8000-000000000000';

const LIMITS: Record<string, number> = {
  'POST /api/problems': LONG_BODY_LIMITS.problem,
  'PUT /api/problems/{id}': LONG_BODY_LIMITS.problem,
  'PUT /api/modules/{id}': LONG_BODY_LIMITS.documentation,
};
const limitOf = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>) => LIMITS[`${method} ${path}`] ?? BODY_LIMIT_BYTES;

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
let routes: DocumentedRoute[];
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker');
  solver = await test.signedIn('solver');
  routes = await documentedRoutes(test);
});
afterAll(() => test.close());

/** Whoever gets past the question who may. */
const askerOf = (path: string): TestCaller => (path === '/api/bids' ? solver : seeker);

/** As many of `item` as make a list of this many bytes. */
const listOf = (item: string, size: number) =>
  `[${Array(Math.floor(size / (item.length + 1)))
    .fill(item)
    .join(',')}]`;

const longText = (unit: string, size: number) => `"${unit.repeat(Math.floor(size / Buffer.byteLength(unit)))}"`;

const manyKeys = (size: number) => `{${Array.from({ length: Math.floor(size / 12) }, (_, index) => `"k${index}":0`).join(',')}}`;

/** Texts at which patterns of e-mail addresses, web addresses, ids and lines go wrong, if they do. */
const UNITS = ['a', ' ', '-', 'a@', 'a.', 'https://', '\\n', '\\r', 'ß'];

/** What may stand in place of a value, of almost `size` bytes. */
const hugeValues = (size: number): string[] => [
  ...['{}', '0'].map((item) => listOf(item, size)),
  '['.repeat(18) + listOf('[]', size) + ']'.repeat(18),
  `[${longText('a', size)}]`,
  manyKeys(size),
  ...UNITS.map((unit) => longText(unit, size)),
];

/** JSON bodies of the greatest size that is taken, whose fields are as they should not be. */
function hugeBodies({ body = {} }: DocumentedRoute, limit: number): string[] {
  const size = limit - 200;
  const inFields = Object.keys(body).flatMap((name) => hugeValues(size).map((value) => `{"idToken":"x","${name}":${value}}`));
  return [...inFields, manyKeys(size)];
}

/** How long (ms) the server works at a request: on a machine that others use, what it computes is less than what passes. */
async function workOf({ method, path }: DocumentedRoute, payload: string): Promise<number> {
  const [before, computed] = [performance.eventLoopUtilization(), process.cpuUsage()];
  const { status } = await test.request(method, path.replaceAll(/\{\w+\}/g, ID), {
    as: askerOf(path),
    payload,
    headers: { 'content-type': 'application/json' },
  });
  const { active } = performance.eventLoopUtilization(before);
  const { user, system } = process.cpuUsage(computed);
  if (status >= 500 || status === 413) throw new Error(`${method} ${path} answered ${status} to ${payload.slice(0, 80)}`);
  return Math.min(active, (user + system) / 1000);
}

async function leastWorkOf(route: DocumentedRoute, payload: string): Promise<number> {
  const tries: number[] = [];
  while (tries.length < TRIES && (tries.at(-1) ?? Infinity) > WORK_MAX) tries.push(await workOf(route, payload));
  return Math.min(...tries);
}

describe('one request of the greatest size that is taken', () => {
  it(
    `keeps the server less than ${WORK_MAX} ms from others, whatever its body is`,
    async () => {
      const slow: string[] = [];
      for (const route of routes.filter(({ body }) => body !== undefined)) {
        // The first one compiles.
        await workOf(route, '{}');
        for (const payload of hugeBodies(route, limitOf(route))) {
          const work = await leastWorkOf(route, payload);
          if (work > WORK_MAX) slow.push(`${Math.round(work)} ms: ${route.method} ${route.path} ${payload.slice(0, 80)}`);
        }
      }
      expect(slow).toEqual([]);
    },
    TIMEOUT,
  );
});
