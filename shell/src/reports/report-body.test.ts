import { runtimeReportRules } from '@solvent/contracts/rules/runtime-reports';
import { buildChannel, buildPath, buildPin, withVersion } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';
import type { Vitals } from './report-body.ts';
import { createReportBuilder } from './report-body.ts';

const toolbox = buildPin('toolbox', { paths: [buildPath('/toolbox'), buildPath('/toolbox/:moduleId')] });
const channel = buildChannel(toolbox);
const live = { build: toolbox, source: 'live' } as const;
const previous = { build: withVersion(toolbox, '0.9.0'), source: 'previous' } as const;

function setUpPage(landingPath = '/toolbox/chart') {
  const remotes = composeTestRemotes(channel, { fetch: async () => ({ default: { pages: {} } }) });
  const vitals: Vitals = new Map();
  return { ...remotes, vitals, bodies: createReportBuilder({ ...remotes, vitals, landingPath, token: 'of-this-page' }) };
}

describe('the report of a page', () => {
  it('is omitted if nothing happened', () => {
    expect(setUpPage().bodies.next()).toBeUndefined();
  });

  it('contains versions, landing page and web vitals, each once', async () => {
    const { loader, vitals, bodies } = setUpPage();
    await loader.load('toolbox');
    vitals.set('LCP', 812.5);
    const body = bodies.next();
    expect(body).toEqual({
      token: 'of-this-page',
      channel: 'test',
      revision: 1,
      shell: '1.0.0',
      path: '/toolbox/:moduleId',
      landing: { name: 'toolbox', version: '1.0.0' },
      parts: [{ name: 'toolbox', version: '1.0.0', source: 'live', loaded: true, milliseconds: expect.any(Number) }],
      errors: [],
      vitals: [{ name: 'LCP', value: 812.5 }],
    });
    expect(runtimeReportRules.validateSync(body, { strict: true })).toEqual(body);
    vitals.set('LCP', 900);
    expect(bodies.next()).toBeUndefined();
    vitals.set('CLS', 0.01);
    expect(bodies.next()).toMatchObject({ parts: [], vitals: [{ name: 'CLS' }], landing: { version: '1.0.0' } });
  });

  it.each([
    ['/toolbox', '/toolbox'],
    ['/', '/'],
    ['/no/such/path?token=secret', 'not-found'],
  ])('contains the pattern of %s, never the address', (landing, path) => {
    const { vitals, bodies } = setUpPage(landing);
    vitals.set('TTFB', 1);
    expect(bodies.next()).toMatchObject({ path });
  });

  it('contains the failures of a version in one report only', () => {
    const { journal, bodies } = setUpPage('/');
    window.history.replaceState(null, '', '/toolbox');
    journal.addError(live, 'load', new Error('404'));
    journal.addError(live, 'load', new Error('404 again'));
    const first = bodies.next();
    expect(first).toMatchObject({ path: '/toolbox', errors: [{ message: 'Error: 404' }, { message: 'Error: 404 again' }] });
    journal.addError(live, 'render', new Error('late'));
    expect(bodies.next()).toBeUndefined();
    journal.addError(live, 'script', new Error('elsewhere'));
    journal.addError(previous, 'render', new Error('of another version'));
    expect(bodies.next()?.errors.map(({ message }) => message)).toEqual(['Error: elsewhere', 'Error: of another version']);
  });

  it('stays within the limits of the server and of keepalive requests', () => {
    const { journal, bodies } = setUpPage();
    for (const count of Array.from({ length: 50 }).keys()) {
      const error = new Error(`${count} ${'x'.repeat(1000)}`);
      error.stack = 'y'.repeat(10_000);
      journal.addError(live, 'load', error);
    }
    const body = bodies.next();
    expect(runtimeReportRules.validateSync(body, { strict: true })).toEqual(body);
    expect(JSON.stringify(body).length).toBeLessThan(60_000);
  });
});
