import { recordedLog } from '../../testing/recorded-log.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const { lines, logger } = recordedLog();

let test: TestApp;
async function begin(): Promise<void> {
  lines.length = 0;
  test = await createTestApp({ logger, config: { rateLimitFactor: 1 } });
}

async function report(type: string, payload: unknown, remoteAddress = '10.1.1.1'): Promise<number> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const url = '/api/csp-reports';
  return (await test.app.inject({ method: 'POST', url, payload: text, headers: { 'content-type': type }, remoteAddress }))
    .statusCode;
}

const single = (about: object) => report('application/csp-report', { 'csp-report': about });
const gathered = (reports: unknown[]) => report('application/reports+json', reports);

const stopped = (effectiveDirective: string, blockedURL = 'inline', sourceFile: string | null = null) => ({
  type: 'csp-violation',
  age: 10,
  url: 'https://solvent.example/home',
  user_agent: 'Somebody',
  body: { documentURL: 'https://solvent.example/home', effectiveDirective, blockedURL, sourceFile, disposition: 'enforce' },
});

const counted = async (directive: string): Promise<number> => {
  const { body } = await test.app.inject('/metrics');
  return Number(new RegExp(`^solvent_csp_violations_total{directive="${directive}"} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
};

const told = () => lines.filter((line) => line.includes('content policy')).map((line): unknown => JSON.parse(line));

describe('reports of content policies', () => {
  beforeEach(begin);
  afterEach(() => test.close());

  it('are taken in both forms, without the access header, and counted by directive', async () => {
    expect(await single({ 'violated-directive': "img-src 'self'", 'blocked-uri': 'https://evil.example/x.png' })).toBe(204);
    expect(await gathered([stopped('script-src-elem'), stopped('img-src')])).toBe(204);
    expect([await counted('img-src'), await counted('script-src-elem')]).toEqual([2, 1]);
  });

  it('are logged with where it came from, and no query: it may hold what signs somebody in', async () => {
    await gathered([
      stopped('connect-src', 'https://evil.example/take?token=secret', 'https://solvent.example/shell/1/a.js?oobCode=secret'),
    ]);
    const source = 'https://solvent.example/shell/1/a.js';
    expect(told()).toMatchObject([{ violation: { directive: 'connect-src', blocked: 'https://evil.example', source } }]);
    expect(lines.join('')).not.toContain('secret');
  });

  it('are read up to twenty of a batch, and fill no log: one line a second says how many there were', async () => {
    for (let count = 0; count < 5; count += 1) await gathered(Array(50).fill(stopped('img-src')));
    expect(told()).toHaveLength(1);
    expect(await counted('img-src')).toBe(100);
  });

  it('of made-up directives count as one, and write no line of their own into the log', async () => {
    await gathered([stopped('script-src\n{"level":60}', 'x\n{"level":60}', 'y\u2028\u001b[31m')]);
    await single({ 'effective-directive': { toString: 1 }, 'blocked-uri': ['x'], toString: 1 });
    for (let count = 0; count < 30; count += 1) await single({ 'effective-directive': `made-up-${count}` });
    expect(await counted('other')).toBe(32);
    expect(told()).toMatchObject([{ violation: { directive: 'other', blocked: 'unreadable', source: 'unreadable' } }]);
  });

  it('of one network are limited', async () => {
    for (let count = 0; count < 120; count += 1) await single({});
    expect(await report('application/csp-report', {})).toBe(429);
    expect(await report('application/csp-report', {}, '10.1.1.2')).toBe(204);
  });
});

describe('what is no report', () => {
  beforeAll(begin);
  afterAll(() => test.close());

  it.each([
    ['another kind of report', 'application/reports+json', [{ type: 'deprecation', body: {} }], 204],
    ['no report', 'application/csp-report', 5, 204],
    ['nothing', 'application/csp-report', '', 204],
    ['more than a browser sends', 'application/reports+json', Array(2000).fill(stopped('img-src')), 413],
    ['what is nested deeply', 'application/reports+json', '['.repeat(5000) + ']'.repeat(5000), 422],
    ['what is no JSON', 'application/reports+json', '{', 400],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
  ])('such as %s counts for nothing', async (_what, type, payload, status) => {
    expect(await report(type, payload)).toBe(status);
    expect(told()).toEqual([]);
  });
});
