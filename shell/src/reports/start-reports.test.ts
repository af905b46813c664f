import { jest } from '@jest/globals';
import type { RuntimeReportBody } from '@solvent/contracts';
import { buildChannel, buildPath, buildPin } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';

type OnVital = (report: (vital: { name: string; value: number }) => void) => void;
const vitals = {
  onCLS: jest.fn<OnVital>(),
  onFCP: jest.fn<OnVital>(),
  onINP: jest.fn<OnVital>(),
  onLCP: jest.fn<OnVital>(),
  onTTFB: jest.fn<OnVital>(),
};
jest.unstable_mockModule('web-vitals', () => vitals);
const { startReports } = await import('./start-reports.ts');

const sent = jest.fn<(address: string, request: RequestInit & { body: string }) => Promise<Response>>();
const bodies = (): RuntimeReportBody[] => sent.mock.calls.map(([, { body }]) => JSON.parse(body) as RuntimeReportBody);
const toolbox = buildPin('toolbox', { paths: [buildPath('/toolbox')], entry: '/remotes/toolbox/files/remoteEntry.js' });

let visibility: DocumentVisibilityState = 'visible';
function hide() {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  visibility = 'visible';
}

async function startPage() {
  const remotes = composeTestRemotes(buildChannel(toolbox), { fetch: async () => ({ default: { pages: {} } }) });
  await remotes.loader.load('toolbox');
  startReports(remotes, '/toolbox');
  return remotes;
}

beforeEach(() => {
  jest.useFakeTimers();
  sent.mockReset().mockResolvedValue({ ok: true } as Response);
  Object.assign(globalThis, { fetch: sent });
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('reports of a page', () => {
  it('start after 3 s, anonymous but with the page’s token, and outlive the page', async () => {
    await startPage();
    await jest.advanceTimersByTimeAsync(2999);
    expect(sent).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveBeenCalledWith(
      '/api/runtime-reports',
      expect.objectContaining({ method: 'POST', keepalive: true, credentials: 'omit' }),
    );
    expect(sent.mock.calls[0]?.[1].headers).toEqual({ 'content-type': 'application/json', 'x-app-key': 'test-app' });
    expect(bodies()).toMatchObject([{ token: 'of-this-page', parts: [{ name: 'toolbox', loaded: true }] }]);
  });

  it('are sent at most once a minute, and only with new content', async () => {
    const { journal, loader } = await startPage();
    await jest.advanceTimersByTimeAsync(3000);
    const version = loader.getVersion('toolbox');
    if (version) journal.addError(version, 'render', new Error('broken'));
    await jest.advanceTimersByTimeAsync(50_000);
    expect(sent).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(bodies()).toMatchObject([{}, { errors: [{ message: 'Error: broken' }] }]);
  });

  it('are sent when the page is hidden, with the final web vitals', async () => {
    await startPage();
    vitals.onLCP.mock.lastCall?.[0]({ name: 'LCP', value: 900 });
    hide();
    window.dispatchEvent(new Event('pagehide'));
    expect(bodies()).toMatchObject([{ vitals: [{ name: 'LCP', value: 900 }] }]);
  });

  it('are dropped silently if they fail', async () => {
    sent.mockRejectedValue(new TypeError('Failed to fetch'));
    await startPage();
    await jest.advanceTimersByTimeAsync(3000);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('contain uncaught errors under the remote whose file threw', async () => {
    const { journal } = await startPage();
    const thrown = (stack: string) => Object.assign(new Error('x'), { stack });
    const ours = thrown(`Error: x\n at a (${location.origin}/remotes/toolbox/files/catalogue.js:1:2)`);
    window.dispatchEvent(new ErrorEvent('error', { error: ours }));
    window.dispatchEvent(new ErrorEvent('error', { error: thrown('Error: x\n at b (chrome-extension://abc/x.js:1:2)') }));
    const rejection = Object.assign(new Event('unhandledrejection'), {
      reason: thrown(`at ${location.origin}/remotes/toolbox/files/y.js`),
    });
    window.dispatchEvent(rejection);
    expect(new Set(journal.errors.map(({ kind, name }) => `${name} ${kind}`))).toEqual(new Set(['toolbox script']));
    expect(journal.errors).toHaveLength(2);
  });
});
