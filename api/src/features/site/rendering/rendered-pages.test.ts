import { jest } from '@jest/globals';
import type { RenderedPage } from '@solvent/federation/rendering';
import { newId } from '../../../platform/db/new-id.ts';
import { createLogger } from '../../../platform/log.ts';
import { startOpenTelemetry } from '../../../platform/tracing/otel.ts';
import { withSpan, withoutTrace, setTracer } from '../../../platform/tracing/tracing.ts';
import { buildRenderedChannel, createPages, head } from '../../../testing/rendered-pages.ts';
import { getAttributes, getSpanPath, startTraceReceiver } from '../../../testing/trace-receiver.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

const ONE = newId();
const TWO = newId();
const PERSON = newId();

afterEach(() => void jest.useRealTimers());

it('signed-in users get their own pages of all paths; those of personal pages ignore the query', async () => {
  const { getPage, onRender } = createPages(async ({ url, isSignedIn }) => head(`${url} ${isSignedIn}`));
  const own = async (url: string) => (await getPage(url, { isSignedIn: true })).rendered?.page.head;
  expect((await getPage('/problems')).rendered?.page.head).toBe('/problems false');
  for (const _user of [1, 2]) expect(await own('/problems')).toBe('/problems true');
  for (const url of ['/my-bids?status=won', '/my-bids']) expect(await own(url)).toBe('/my-bids true');
  expect(await own('/nowhere')).toBeUndefined();
  expect(onRender).toHaveBeenCalledTimes(3);
});

describe('a page with many requests', () => {
  it('is rendered once, regardless of tracking parameters and the order of the others', async () => {
    const { getPage, onRender } = createPages(async ({ url }) => head(url));
    const urls = ['/problems?tags=a&search=b&utm_source=x', '/problems?search=b&tags=a', '/problems?fbclid=1&search=b&tags=a'];
    const results = await Promise.all(urls.map((url) => getPage(url)));
    expect(results.map((result) => result.rendered?.page.head)).toEqual(Array(3).fill('/problems?search=b&tags=a'));
    expect(onRender).toHaveBeenCalledTimes(1);
  });

  it('is rendered again for another revision, version or site, and after a change', async () => {
    const { getPage, onRender, invalidate } = createPages(async ({ url }) => head(url));
    await getPage('/problems');
    await getPage('/problems', { channel: buildRenderedChannel(2) });
    await getPage('/problems', { channel: buildRenderedChannel(1, '1.1.0-nn') });
    await getPage('/problems', { origin: 'https://other.test' });
    expect(onRender).toHaveBeenCalledTimes(4);
    invalidate('everything');
    await getPage('/problems');
    expect(onRender).toHaveBeenCalledTimes(5);
  });

  it('is rendered again only after changes of its data', async () => {
    const render: Renderer['render'] = async ({ url }, get) => head((await get(`/api${url}`)).body);
    const get: ApiGet = async (path) => ({ status: 200, body: path === '/api/problems' ? ONE : PERSON });
    const { getPage, onRender, invalidate } = createPages(render, get);
    const all = ['/problems', `/problems/${ONE}`, `/problems/${TWO}`];
    const findRerendered = async (...changed: string[]) => {
      for (const url of all) await getPage(url);
      onRender.mockClear();
      invalidate(new Set(changed));
      for (const url of all) await getPage(url);
      return onRender.mock.calls.map(([{ url }]) => url);
    };
    expect(await findRerendered('modules', 'people', newId())).toEqual([]);
    expect(await findRerendered('problems')).toEqual(['/problems']);
    expect(await findRerendered(ONE)).toEqual(['/problems', `/problems/${ONE}`]);
    expect(await findRerendered(TWO)).toEqual([`/problems/${TWO}`]);
    expect(await findRerendered(PERSON)).toEqual([`/problems/${ONE}`, `/problems/${TWO}`]);
  });

  it('is rendered again after any change if a request failed, or its data are unknown', async () => {
    const render: Renderer['render'] = async ({ url }, get) => head((await get(url)).body);
    const get: ApiGet = async (path) => ({ status: path === '/problems/1' ? 404 : 200, body: '' });
    const { getPage, onRender, invalidate } = createPages(render, get);
    for (const url of ['/problems/1', '/problems']) await getPage(url);
    invalidate(new Set(['people']));
    for (const url of ['/problems/1', '/problems']) await getPage(url);
    expect(onRender).toHaveBeenCalledTimes(4);
  });

  it('shows changes during its rendering, also for earlier requests', async () => {
    let price = 1;
    let begun: () => void = () => undefined;
    const render: Renderer['render'] = async (_request, get) => {
      const { body } = await get(`/api/problems/${ONE}`);
      await new Promise<void>((resolve) => {
        finish = resolve;
        begun();
      });
      return head(body);
    };
    let finish: () => void = () => undefined;
    const { getPage, onRender, invalidate } = createPages(render, async () => ({ status: 200, body: String(price) }));
    const waitForStart = async () => new Promise<void>((resolve) => (begun = resolve));
    let started = waitForStart();
    const first = getPage(`/problems/${ONE}`);
    await started;
    price = 2;
    invalidate(new Set([ONE]));
    const second = getPage(`/problems/${ONE}`);
    started = waitForStart();
    finish();
    await started;
    // Not its data.
    invalidate(new Set(['modules']));
    finish();
    expect((await Promise.all([first, second])).map((result) => result.rendered?.page.head)).toEqual(['2', '2']);
    expect(onRender).toHaveBeenCalledTimes(2);
  });

  it('is rendered by browsers if it changes faster than the server renders it', async () => {
    const { getPage, onRender, invalidate } = createPages(async () => {
      invalidate('everything');
      return head('old');
    });
    expect(await getPage('/problems')).toEqual({});
    expect(onRender).toHaveBeenCalledTimes(3);
  });

  it('is served stale for half a minute while it is refreshed', async () => {
    jest.useFakeTimers();
    let count = 0;
    const { getPage } = createPages(async () => head(String((count += 1))));
    await getPage('/problems');
    await jest.advanceTimersByTimeAsync(5000);
    expect((await getPage('/problems')).rendered?.page.head).toBe('1');
    await jest.advanceTimersByTimeAsync(0);
    expect((await getPage('/problems')).rendered?.page.head).toBe('2');
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await getPage('/problems')).rendered?.page.head).toBe('3');
  });

  it('has the versions and the time of its rendering', async () => {
    const before = Date.now();
    const { rendered } = await createPages(async () => head('x')).getPage('/problems/7');
    expect(rendered?.versions).toEqual({ shell: '1.0.0-aa', marketplace: '1.0.0-mm' });
    expect(rendered?.at).toBeGreaterThanOrEqual(before);
  });
});

it('is a span of its request, and parent of its API requests', async () => {
  const receiver = await startTraceReceiver();
  const tracer = await startOpenTelemetry(
    { endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 },
    createLogger({ logLevel: 'silent' }),
  );
  setTracer(tracer);
  // API requests arrive outside of the trace.
  const render: Renderer['render'] = (_request, get) =>
    withoutTrace(async () => {
      await Promise.resolve();
      return head((await get('/api/problems')).body);
    });
  const pages = createPages(render, () =>
    withSpan({ name: 'GET', kind: 'server' }, undefined, async () => ({ status: 200, body: 'x' })),
  );
  await withSpan({ name: 'request', kind: 'server' }, undefined, () => pages.getPage('/problems'));
  await tracer.close();
  setTracer(undefined);
  await receiver.close();
  const paths = receiver.spans.map((span) => getSpanPath(span, receiver.spans).join(' > '));
  expect(paths.toSorted()).toEqual(['request', 'request > make page', 'request > make page > GET']);
  const page = receiver.spans.find(({ name }) => name === 'make page');
  expect(page && getAttributes(page)).toEqual({ 'solvent.remote': 'marketplace', 'solvent.version': '1.0.0-mm' });
});

describe('browsers render a page', () => {
  it.each([['/my-bids'], ['/'], ['/nowhere'], [`/problems?search=${'x'.repeat(10_000)}`]])('at %.20s', async (url) => {
    const { getPage, onRender } = createPages(async () => head('x'));
    expect(await getPage(url)).toEqual({});
    expect(onRender).not.toHaveBeenCalled();
  });

  it('if it takes longer than 300 ms; the next request gets it', async () => {
    jest.useFakeTimers();
    let finish: (page: RenderedPage) => void = () => undefined;
    const { getPage } = createPages(() => new Promise((resolve) => (finish = resolve)));
    let result: unknown;
    void getPage('/problems').then((given) => (result = given));
    await jest.advanceTimersByTimeAsync(300);
    expect(result).toEqual({});
    finish(head('late'));
    expect((await getPage('/problems')).rendered?.page.head).toBe('late');
  });

  it('but crawlers wait for three seconds', async () => {
    jest.useFakeTimers();
    const { getPage } = createPages(
      ({ url }) => new Promise((resolve) => setTimeout(resolve, url.endsWith('slow') ? 3500 : 2500, head(url))),
    );
    const results = Promise.all(['/problems', '/problems?search=slow'].map((url) => getPage(url, { isCrawler: true })));
    await jest.advanceTimersByTimeAsync(3000);
    expect((await results).map(({ rendered }) => rendered?.page.head)).toEqual(['/problems', undefined]);
  });

  it('if its network exceeds the limit of different pages; others get theirs', async () => {
    const { getPage, onRender } = createPages(async ({ url }) => head(url));
    const filters = Array.from({ length: 200 }, (_, count) => `/problems?search=${count}`);
    const results = await Promise.all(filters.map((url) => getPage(url)));
    expect(results.filter((result) => result.rendered)).toHaveLength(20);
    expect(onRender).toHaveBeenCalledTimes(20);
    expect((await getPage('/problems?search=200', { ip: '10.0.0.2' })).rendered).toBeDefined();
    // Cached pages do not count.
    expect((await getPage('/problems?search=1')).rendered).toBeDefined();
  });

  it('if the API or this server is overloaded, without a failure of the version', async () => {
    const { getPage, onFailure } = createPages(async () => Promise.reject(new RenderError('gone', 'data')));
    for (let count = 0; count < 5; count += 1) expect(await getPage(`/problems?search=${count}`)).toEqual({});
    expect(onFailure).toHaveBeenCalledTimes(5);
  });
});

describe('code that fails', () => {
  it('is reported, and not run for half a minute after three failures', async () => {
    jest.useFakeTimers();
    const { getPage, onRender } = createPages(async () => Promise.reject(new RenderError('boom', 'page')));
    const failure = { name: 'marketplace', version: '1.0.0-mm', message: 'boom' };
    for (let count = 0; count < 6; count += 1) expect(await getPage(`/problems?search=${count}`)).toEqual({ failure });
    expect(onRender).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(31_000);
    await getPage('/problems');
    expect(onRender).toHaveBeenCalledTimes(4);
  });

  it('is not run for half a minute after a crash of its process', async () => {
    jest.useFakeTimers();
    const { getPage, onRender } = createPages(async () => Promise.reject(new RenderError('hung', 'end')));
    const triesAfter = Object.entries({ 0: 1, 29: 1, 31: 2, 60: 2, 62: 3 });
    let passed = 0;
    for (const [seconds, tries] of triesAfter) {
      await jest.advanceTimersByTimeAsync((Number(seconds) - passed) * 1000);
      passed = Number(seconds);
      expect(await getPage('/problems')).toMatchObject({ failure: { message: 'hung' } });
      expect(onRender).toHaveBeenCalledTimes(tries);
    }
  });

  it('affects neither other versions nor visitors', async () => {
    const { getPage } = createPages(async ({ url, channel, isSignedIn }) => {
      if (channel.remotes[0]?.version === '1.1.0-nn' || isSignedIn) throw new RenderError('boom', 'page');
      return head(url);
    });
    for (const more of [{ channel: buildRenderedChannel(1, '1.1.0-nn') }, { isSignedIn: true }])
      for (let count = 0; count < 5; count += 1) await getPage('/problems', more);
    expect((await getPage('/problems')).rendered).toBeDefined();
    expect((await getPage('/terms')).rendered).toBeDefined();
  });

  it('is not reported if the release has no server bundle, and not tried again', async () => {
    const { getPage, onRender } = createPages(async () => Promise.reject(new RenderError('none', 'none')));
    for (const _time of [1, 2]) expect(await getPage('/problems')).toEqual({});
    expect(onRender).toHaveBeenCalledTimes(1);
  });
});
