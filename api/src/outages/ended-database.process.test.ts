import { startDedicatedPostgres } from '../testing/dedicated-postgres.ts';
import type { DedicatedPostgres } from '../testing/dedicated-postgres.ts';
import { signedInUser } from '../testing/factories.ts';
import type { TestCaller } from '../testing/factories.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestResponse, TestApp } from '../testing/test-app.ts';
import { goodProblem } from '../testing/problems.ts';

let own: DedicatedPostgres;
let test: TestApp;
let seeker: TestCaller;
beforeAll(async () => {
  own = await startDedicatedPostgres();
  const { db, ping } = own.database;
  test = await createTestApp({ ports: { db, ping } });
  seeker = await signedInUser(db, 'seeker');
}, 120_000);
afterAll(async () => {
  await test.close();
  await own.close();
});

const reads = () => Promise.all(['/api/problems', '/api/notifications'].map((url) => test.request('GET', url, { as: seeker })));
const write = () => test.request('POST', '/api/problems', { as: seeker, payload: goodProblem });
/** Many concurrent requests, more than there are connections: reads and writes. */
async function many(): Promise<TestResponse[]> {
  const rounds = Array.from({ length: 4 }, async () => [...(await reads()), await write()]);
  return (await Promise.all(rounds)).flat();
}

const isFailed = ({ status }: TestResponse) => status >= 400;

/** Repeats requests until none or all fail. @returns the failed responses */
async function until(areWell: boolean): Promise<TestResponse[]> {
  const answers = await many();
  const failed = answers.filter(isFailed);
  const isOver = areWell ? failed.length === 0 : failed.length === answers.length;
  return isOver ? failed : [...failed, ...(await until(areWell))];
}

const SENTENCE = /^The service (is not available just now|stopped answering while it did this)/;
/** Distinct responses of failed requests. */
const countReportedIn = (failed: TestResponse[]) => [
  ...new Set(
    failed.map(
      ({ status, body: { code, message } }) => `${status} ${SENTENCE.test(String(message)) ? 'in a sentence' : String(code)}`,
    ),
  ),
];
const UNAVAILABLE = ['503 in a sentence'];

beforeEach(() => until(true));
afterEach(async () => {
  own.disk?.free();
  await own.start();
});

describe('a PostgreSQL', () => {
  it('whose process for one connection is killed ends all others, and recovers: that is said, and over by itself', async () => {
    const [backend = 0] = await own.listBackends();
    const responses = many();
    process.kill(backend, 'SIGKILL');
    expect(countReportedIn([...(await responses).filter(isFailed), ...(await until(true))])).toEqual(UNAVAILABLE);
  });

  it.each([
    ['stops at once', 'SIGQUIT' as const],
    ['is killed', 'SIGKILL' as const],
  ])('that %s is said to be gone, and used again once it is started', async (_how, signal) => {
    const responses = many();
    own.server.signal(signal);
    expect(countReportedIn([...(await responses).filter(isFailed), ...(await until(false))])).toEqual(UNAVAILABLE);
    await own.start();
    await until(true);
  });

  it('whose log has no room on its full disk ends, and is used again once there is room and it is started', async () => {
    // The machine may not allow creating a disk.
    if (own.disk === undefined) return;
    own.disk.fill();
    const responses = many();
    await own.fillLog();
    expect(own.server.output()).toMatch(/PANIC: .* No space left on device/);
    // It may come back by itself, and takes no writes then.
    expect(countReportedIn([...(await responses), ...(await many())].filter(isFailed))).toEqual(UNAVAILABLE);
    own.disk.free();
    await own.start();
    await until(true);
  });

  it('that begins no connection, since it cannot write down what it begins one with, is not there, either', async () => {
    if (own.disk === undefined) return;
    const backends = await own.listBackends();
    own.deleteCatalogCaches();
    own.disk.fill();
    for (const backend of backends) process.kill(backend, 'SIGTERM');
    const failed = await until(false);
    expect(own.server.output()).toContain('could not write init file');
    expect(countReportedIn(failed)).toEqual(UNAVAILABLE);
    own.disk.free();
    await until(true);
  });
});
