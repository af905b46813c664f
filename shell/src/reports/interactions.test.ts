import { jest } from '@jest/globals';
import { runtimeReportRules } from '@solvent/contracts/rules/runtime-reports';
import { http } from '@solvent/http';
import { brokenServer, fakeApi } from '@solvent/testing/fake-api';
import type { Interactions } from './interactions.ts';

const socket = { traceWith: jest.fn<(source: () => string | undefined) => void>() };
jest.unstable_mockModule('@solvent/socket', () => socket);
const { traceInteractions } = await import('./interactions.ts');

const HEADER = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/;

let api: ReturnType<typeof fakeApi>;
let interactions: Interactions;
beforeAll(() => {
  interactions = traceInteractions(1);
});
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  api = fakeApi({ 'GET /problems': () => ({}), 'GET /broken': () => brokenServer('7F3KQ2') });
});
afterEach(() => {
  interactions.next(() => '/');
  api.restore();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const click = () => document.body.click();
const headers = () => api.requests.map(({ headers: sent }) => sent['traceparent']);
const spans = () => interactions.next((pathname) => (pathname === '/' ? '/' : 'other'));

describe('a user interaction (product 11.18)', () => {
  it('gives its calls one trace, and is reported after their responses', async () => {
    click();
    jest.advanceTimersByTime(40);
    await http.get('/problems');
    await http.get('/broken').catch(() => undefined);
    const [first, second] = headers();
    const [, trace, span] = HEADER.exec(String(first)) ?? [];
    expect(second).toBe(first);
    expect(spans()).toEqual([{ trace, span, name: 'click', path: '/', ago: 40, milliseconds: 40 }]);
    expect(spans()).toEqual([]);
  });

  it('gets a new trace each time, and none without calls', async () => {
    click();
    click();
    await http.get('/problems');
    click();
    await http.get('/problems');
    click();
    const [first, second] = headers();
    expect(second).not.toBe(first);
    expect(spans()).toHaveLength(2);
  });

  it('ends 5 s after its last call, so that background calls are not part of it', async () => {
    click();
    jest.advanceTimersByTime(4000);
    await http.get('/problems');
    jest.advanceTimersByTime(4000);
    await http.get('/problems');
    jest.advanceTimersByTime(5001);
    await http.get('/problems');
    const [first, second, third] = headers();
    expect(second).toBe(first);
    expect(third).toBeUndefined();
  });

  it('is added to a socket message', () => {
    const [traceparent] = socket.traceWith.mock.lastCall ?? [];
    click();
    expect(traceparent?.()).toMatch(HEADER);
    expect(spans()).toHaveLength(1);
  });

  it('is flagged and not reported if it is not sampled', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    click();
    await http.get('/problems');
    expect(headers()[0]).toMatch(/-00$/);
    expect(spans()).toEqual([]);
  });

  it('is reported in a format that the server accepts', async () => {
    click();
    await http.get('/problems');
    const report = { channel: 'test', revision: 1, shell: '1.0.0', path: '/', parts: [], errors: [], vitals: [], spans: spans() };
    expect(runtimeReportRules.validateSync(report, { strict: true })).toEqual(report);
  });
});
