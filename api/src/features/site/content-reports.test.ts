import { recordedLog } from '../../testing/recorded-log.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const { lines, logger } = recordedLog();

let test: TestApp;
async function start(): Promise<void> {
  lines.length = 0;
  test = await createTestApp({ logger, config: { rateLimitFactor: 1 } });
}

async function report(type: string, payload: unknown, remoteAddress = '10.1.1.1'): Promise<number> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const url = '/api/csp-reports';
  return (await test.app.inject({ method: 'POST', url, payload: text, headers: { 'content-type': type }, remoteAddress }))
    .statusCode;
}

const reportSingle = (about: object) => report('application/csp-report', { 'csp-report': about });
const reportBatch = (reports: unknown[]) => report('application/reports+json', reports);

const buildReport = (effectiveDirective: string, blockedURL = 'inline', sourceFile: string | null = null) => ({
  type: 'csp-violation',
  age: 10,
  url: 'https://solvent.example/home',
  user_agent: 'Somebody',
  body: { documentURL: 'https://solvent.example/home', effectiveDirective, blockedURL, sourceFile, disposition: 'enforce' },
});

const getCount = async (directive: string): Promise<number> => {
  const { body } = await test.app.inject('/metrics');
  return Number(new RegExp(`^solvent_csp_violations_total{directive="${directive}"} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
};

const getLogged = () => lines.filter((line) => line.includes('content policy')).map((line): unknown => JSON.parse(line));

describe('content policy reports', () => {
  beforeEach(start);
  afterEach(() => test.close());

  it('are accepted in both formats, without the access header, and counted by directive', async () => {
    expect(await reportSingle({ 'violated-directive': "img-src 'self'", 'blocked-uri': 'https://evil.example/x.png' })).toBe(204);
    expect(await reportBatch([buildReport('script-src-elem'), buildReport('img-src')])).toBe(204);
    expect([await getCount('img-src'), await getCount('script-src-elem')]).toEqual([2, 1]);
  });

  it('are logged with their source, and without queries, which may contain credentials', async () => {
    await reportBatch([
      buildReport('connect-src', 'https://evil.example/take?token=secret', 'https://solvent.example/shell/1/a.js?oobCode=secret'),
    ]);
    const source = 'https://solvent.example/shell/1/a.js';
    expect(getLogged()).toMatchObject([{ violation: { directive: 'connect-src', blocked: 'https://evil.example', source } }]);
    expect(lines.join('')).not.toContain('secret');
  });

  it('are limited to twenty per batch, and to one log line per second', async () => {
    for (let count = 0; count < 5; count += 1) await reportBatch(Array(50).fill(buildReport('img-src')));
    expect(getLogged()).toHaveLength(1);
    expect(await getCount('img-src')).toBe(100);
  });

  it('with unknown directives share a label, and cannot forge log lines', async () => {
    await reportBatch([buildReport('script-src\n{"level":60}', 'x\n{"level":60}', 'y\u2028\u001b[31m')]);
    await reportSingle({ 'effective-directive': { toString: 1 }, 'blocked-uri': ['x'], toString: 1 });
    for (let count = 0; count < 30; count += 1) await reportSingle({ 'effective-directive': `made-up-${count}` });
    expect(await getCount('other')).toBe(32);
    expect(getLogged()).toMatchObject([{ violation: { directive: 'other', blocked: 'unreadable', source: 'unreadable' } }]);
  });

  it('are rate limited per network', async () => {
    for (let count = 0; count < 120; count += 1) await reportSingle({});
    expect(await report('application/csp-report', {})).toBe(429);
    expect(await report('application/csp-report', {}, '10.1.1.2')).toBe(204);
  });
});

describe('invalid reports', () => {
  beforeAll(start);
  afterAll(() => test.close());

  it.each([
    ['another kind of report', 'application/reports+json', [{ type: 'deprecation', body: {} }], 204],
    ['no report', 'application/csp-report', 5, 204],
    ['nothing', 'application/csp-report', '', 204],
    ['more than a browser sends', 'application/reports+json', Array(2000).fill(buildReport('img-src')), 413],
    ['deeply nested JSON', 'application/reports+json', '['.repeat(5000) + ']'.repeat(5000), 422],
    ['invalid JSON', 'application/reports+json', '{', 400],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
  ])('(%s) are not logged', async (_what, type, payload, status) => {
    expect(await report(type, payload)).toBe(status);
    expect(getLogged()).toEqual([]);
  });
});
