import { performance } from 'node:perf_hooks';
import type { TestCaller } from './testing/factories.ts';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute } from './testing/documented-routes.ts';
import { setUp } from './testing/set-up.ts';
import { setUpTestApp } from './testing/test-app.ts';
import { LONG_BODY_LIMITS, BODY_LIMIT_BYTES } from './platform/http/request-bodies.ts';

/** How long one request may block the event loop: the minimum of some tries, since the machine may be busy. */
const MAX_WORK_MS = 50;
const MAX_TRIES = 15;
/** For thousands of requests on a busy machine. */
const TIMEOUT_MS = 300_000;

const ID = '00000000-0000-7000-8000-000000000000';

const LIMITS: Record<string, number> = {
  'POST /api/problems': LONG_BODY_LIMITS.problem,
  'PUT /api/problems/{id}': LONG_BODY_LIMITS.problem,
  'PUT /api/modules/{id}': LONG_BODY_LIMITS.documentation,
};
const getBodyLimit = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>) =>
  LIMITS[`${method} ${path}`] ?? BODY_LIMIT_BYTES;

const test = setUpTestApp();
let routes: DocumentedRoute[];
const seeker = setUp(() => test.signedIn('seeker'));
const solver = setUp(() => test.signedIn('solver'));
beforeAll(async () => {
  routes = await documentedRoutes(test);
});

/** Returns a caller with access to the route. */
const getCaller = (path: string): TestCaller => (path === '/api/bids' ? solver : seeker);

const buildList = (item: string, size: number) =>
  `[${Array(Math.floor(size / (item.length + 1)))
    .fill(item)
    .join(',')}]`;

const longText = (unit: string, size: number) => `"${unit.repeat(Math.floor(size / Buffer.byteLength(unit)))}"`;

const manyKeys = (size: number) => `{${Array.from({ length: Math.floor(size / 12) }, (_, index) => `"k${index}":0`).join(',')}}`;

/** Repetitions that make regular expressions of addresses, ids and lines slow. */
const UNITS = ['a', ' ', '-', 'a@', 'a.', 'https://', '\\n', '\\r', 'ß'];

/** Builds invalid values of almost `size` bytes. */
const hugeValues = (size: number): string[] => [
  ...['{}', '0'].map((item) => buildList(item, size)),
  '['.repeat(18) + buildList('[]', size) + ']'.repeat(18),
  `[${longText('a', size)}]`,
  manyKeys(size),
  ...UNITS.map((unit) => longText(unit, size)),
];

/** Builds JSON bodies of maximum size with invalid fields. */
function hugeBodies({ body = {} }: DocumentedRoute, limit: number): string[] {
  const size = limit - 200;
  const inFields = Object.keys(body).flatMap((name) => hugeValues(size).map((value) => `{"idToken":"x","${name}":${value}}`));
  return [...inFields, manyKeys(size)];
}

/** Measures how long (ms) the server works on a request; CPU time is less than elapsed time on a busy machine. */
async function measureWork({ method, path }: DocumentedRoute, payload: string): Promise<number> {
  const [before, computed] = [performance.eventLoopUtilization(), process.cpuUsage()];
  const { status } = await test.request(method, path.replaceAll(/\{\w+\}/g, ID), {
    as: getCaller(path),
    payload,
    headers: { 'content-type': 'application/json' },
  });
  const { active } = performance.eventLoopUtilization(before);
  const { user, system } = process.cpuUsage(computed);
  if (status >= 500 || status === 413) throw new Error(`${method} ${path} responded ${status} to ${payload.slice(0, 80)}`);
  return Math.min(active, (user + system) / 1000);
}

async function measureLeastWork(route: DocumentedRoute, payload: string): Promise<number> {
  const tries: number[] = [];
  while (tries.length < MAX_TRIES && (tries.at(-1) ?? Infinity) > MAX_WORK_MS) tries.push(await measureWork(route, payload));
  return Math.min(...tries);
}

describe('a request of maximum size', () => {
  it(
    `blocks the server for less than ${MAX_WORK_MS} ms, whatever its body is`,
    async () => {
      const slow: string[] = [];
      for (const route of routes.filter(({ body }) => body !== undefined)) {
        // The first request compiles the validators.
        await measureWork(route, '{}');
        for (const payload of hugeBodies(route, getBodyLimit(route))) {
          const work = await measureLeastWork(route, payload);
          if (work > MAX_WORK_MS) slow.push(`${Math.round(work)} ms: ${route.method} ${route.path} ${payload.slice(0, 80)}`);
        }
      }
      expect(slow).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
