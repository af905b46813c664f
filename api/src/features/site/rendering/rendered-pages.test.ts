import { jest } from '@jest/globals';
import type { RenderedPage } from '@solvent/federation/rendering';
import { channelSchema } from '@solvent/federation/manifest';
import { newId } from '../../../platform/db/new-id.ts';
import { createLogger } from '../../../platform/log.ts';
import { startOpenTelemetry } from '../../../platform/tracing/otel.ts';
import { withSpan, withoutTrace, setTracer } from '../../../platform/tracing/tracing.ts';
import { getAttributes, getSpanPath, startTraceReceiver } from '../../../testing/trace-receiver.ts';
import { createRenderedPages } from './rendered-pages.ts';
import type { PageRequest } from './rendered-pages.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

const ONE = newId();
const TWO = newId();
const PERSON = newId();

const channelOf = (revision = 1, version = '1.0.0-mm') =>
  channelSchema.validateSync({
    channel: 'production',
    revision,
    shell: { version: '1.0.0-aa', paths: ['/', '/terms'] },
    remotes: [
      {
        name: 'marketplace',
        version,
        contract: '^1.0.0',
        paths: [
          { path: '/problems', page: 'problems', title: 'Problems', render: 'public' },
          { path: '/problems/:id', page: 'problem', title: 'Problem', render: 'public' },
          { path: '/my-bids', page: 'bids', title: 'Bids', session: true },
        ],
        entry: '/remotes/x.js',
        integrity: 'sha256-x',
      },
    ],
  });

const settings = {
  appKey: 'key',
  identity: { apiKey: 'a', authDomain: 'b', projectId: 'c' },
  localMail: false,
  payments: 'none',
} as const;

const head = (text: string): RenderedPage => ({ status: 200, head: text });

const asked: PageRequest = { url: '/problems', origin: 'https://solvent.test', channel: channelOf(), ip: '10.0.0.1' };

/** Pages that `render` makes. */
function pagesOf(render: Renderer['render'], get: ApiGet = async () => ({ status: 200, body: '' })) {
  const made = jest.fn(render);
  const failed = jest.fn();
  const pages = createRenderedPages({
    renderer: { render: made, close: () => undefined },
    config: settings,
    createApiGet: () => get,
    onRendered: () => undefined,
    onFailure: failed,
  });
  const of = (url: string, more: Partial<PageRequest> = {}) => pages.get({ ...asked, url, ...more });
  return { of, made, failed, forget: pages.invalidate };
}

afterEach(() => void jest.useRealTimers());

it('a signed-in user gets another page than visitors, of any path, and the same for every query of a page of their own', async () => {
  const { of, made } = pagesOf(async ({ url, isSignedIn }) => head(`${url} ${isSignedIn}`));
  const own = async (url: string) => (await of(url, { isSignedIn: true })).rendered?.page.head;
  expect((await of('/problems')).rendered?.page.head).toBe('/problems false');
  for (const _user of [1, 2]) expect(await own('/problems')).toBe('/problems true');
  for (const url of ['/my-bids?status=won', '/my-bids']) expect(await own(url)).toBe('/my-bids true');
  expect(await own('/nowhere')).toBeUndefined();
  expect(made).toHaveBeenCalledTimes(3);
});

describe('a page that many ask for', () => {
  it('is made once, whatever brought them and in whichever order they filter', async () => {
    const { of, made } = pagesOf(async ({ url }) => head(url));
    const urls = ['/problems?tags=a&search=b&utm_source=x', '/problems?search=b&tags=a', '/problems?fbclid=1&search=b&tags=a'];
    const answers = await Promise.all(urls.map((url) => of(url)));
    expect(answers.map((answer) => answer.rendered?.page.head)).toEqual(Array(3).fill('/problems?search=b&tags=a'));
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('is made anew for another revision, version or site, and once something has changed', async () => {
    const { of, made, forget } = pagesOf(async ({ url }) => head(url));
    await of('/problems');
    await of('/problems', { channel: channelOf(2) });
    await of('/problems', { channel: channelOf(1, '1.1.0-nn') });
    await of('/problems', { origin: 'https://other.test' });
    expect(made).toHaveBeenCalledTimes(4);
    forget('everything');
    await of('/problems');
    expect(made).toHaveBeenCalledTimes(5);
  });

  it('is made anew once something has changed that it was made of, and only then', async () => {
    const render: Renderer['render'] = async ({ url }, get) => head((await get(`/api${url}`)).body);
    const get: ApiGet = async (path) => ({ status: 200, body: path === '/api/problems' ? ONE : PERSON });
    const { of, made, forget } = pagesOf(render, get);
    const all = ['/problems', `/problems/${ONE}`, `/problems/${TWO}`];
    const madeAnew = async (...changed: string[]) => {
      for (const url of all) await of(url);
      made.mockClear();
      forget(new Set(changed));
      for (const url of all) await of(url);
      return made.mock.calls.map(([{ url }]) => url);
    };
    expect(await madeAnew('modules', 'people', newId())).toEqual([]);
    expect(await madeAnew('problems')).toEqual(['/problems']);
    expect(await madeAnew(ONE)).toEqual(['/problems', `/problems/${ONE}`]);
    expect(await madeAnew(TWO)).toEqual([`/problems/${TWO}`]);
    expect(await madeAnew(PERSON)).toEqual([`/problems/${ONE}`, `/problems/${TWO}`]);
  });

  it('is made anew after any change where it was refused something, or is made of what nobody knows', async () => {
    const render: Renderer['render'] = async ({ url }, get) => head((await get(url)).body);
    const get: ApiGet = async (path) => ({ status: path === '/problems/1' ? 404 : 200, body: '' });
    const { of, made, forget } = pagesOf(render, get);
    for (const url of ['/problems/1', '/problems']) await of(url);
    forget(new Set(['people']));
    for (const url of ['/problems/1', '/problems']) await of(url);
    expect(made).toHaveBeenCalledTimes(4);
  });

  it('shows what has changed while it was made, to those who asked before, too', async () => {
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
    const { of, made, forget } = pagesOf(render, async () => ({ status: 200, body: String(price) }));
    const waitForStart = async () => new Promise<void>((resolve) => (begun = resolve));
    let started = waitForStart();
    const first = of(`/problems/${ONE}`);
    await started;
    price = 2;
    forget(new Set([ONE]));
    const second = of(`/problems/${ONE}`);
    started = waitForStart();
    finish();
    await started;
    // Nothing that it is made of.
    forget(new Set(['modules']));
    finish();
    expect((await Promise.all([first, second])).map((answer) => answer.rendered?.page.head)).toEqual(['2', '2']);
    expect(made).toHaveBeenCalledTimes(2);
  });

  it('is drawn by browsers where it changes faster than it is made', async () => {
    const { of, made, forget } = pagesOf(async () => {
      forget('everything');
      return head('old');
    });
    expect(await of('/problems')).toEqual({});
    expect(made).toHaveBeenCalledTimes(3);
  });

  it('is shown as it was while it is made anew, for half a minute', async () => {
    jest.useFakeTimers();
    let count = 0;
    const { of } = pagesOf(async () => head(String((count += 1))));
    await of('/problems');
    await jest.advanceTimersByTimeAsync(5000);
    expect((await of('/problems')).rendered?.page.head).toBe('1');
    expect((await of('/problems')).rendered?.page.head).toBe('2');
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await of('/problems')).rendered?.page.head).toBe('3');
  });

  it('says which code made it, and when', async () => {
    const before = Date.now();
    const { rendered } = await pagesOf(async () => head('x')).of('/problems/7');
    expect(rendered?.versions).toEqual({ shell: '1.0.0-aa', marketplace: '1.0.0-mm' });
    expect(rendered?.at).toBeGreaterThanOrEqual(before);
  });
});

it('is a span of the request that it is made for, and what it asks for is part of that', async () => {
  const receiver = await startTraceReceiver();
  const tracer = await startOpenTelemetry(
    { endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 },
    createLogger({ logLevel: 'silent' }),
  );
  setTracer(tracer);
  // What it asks for comes from its process, outside of what led to it.
  const render: Renderer['render'] = (_request, get) =>
    withoutTrace(async () => {
      await Promise.resolve();
      return head((await get('/api/problems')).body);
    });
  const pages = pagesOf(render, () =>
    withSpan({ name: 'GET', kind: 'server' }, undefined, async () => ({ status: 200, body: 'x' })),
  );
  await withSpan({ name: 'request', kind: 'server' }, undefined, () => pages.of('/problems'));
  await tracer.close();
  setTracer(undefined);
  await receiver.close();
  const paths = receiver.spans.map((span) => getSpanPath(span, receiver.spans).join(' > '));
  expect(paths.toSorted()).toEqual(['request', 'request > make page', 'request > make page > GET']);
  const page = receiver.spans.find(({ name }) => name === 'make page');
  expect(page && getAttributes(page)).toEqual({ 'solvent.remote': 'marketplace', 'solvent.version': '1.0.0-mm' });
});

describe('a page goes as browsers draw it', () => {
  it.each([['/my-bids'], ['/'], ['/nowhere'], [`/problems?search=${'x'.repeat(10_000)}`]])('at %.20s', async (url) => {
    const { of, made } = pagesOf(async () => head('x'));
    expect(await of(url)).toEqual({});
    expect(made).not.toHaveBeenCalled();
  });

  it('where it takes longer than 300 ms; the next one has it', async () => {
    jest.useFakeTimers();
    let finish: (page: RenderedPage) => void = () => undefined;
    const { of } = pagesOf(() => new Promise((resolve) => (finish = resolve)));
    let answer: unknown;
    void of('/problems').then((given) => (answer = given));
    await jest.advanceTimersByTimeAsync(300);
    expect(answer).toEqual({});
    finish(head('late'));
    expect((await of('/problems')).rendered?.page.head).toBe('late');
  });

  it('but not for a program that would see nothing of it: it waits for three seconds', async () => {
    jest.useFakeTimers();
    const { of } = pagesOf(
      ({ url }) => new Promise((resolve) => setTimeout(resolve, url.endsWith('slow') ? 3500 : 2500, head(url))),
    );
    const answers = Promise.all(['/problems', '/problems?search=slow'].map((url) => of(url, { isCrawler: true })));
    await jest.advanceTimersByTimeAsync(3000);
    expect((await answers).map(({ rendered }) => rendered?.page.head)).toEqual(['/problems', undefined]);
  });

  it('where one network asks for more different ones than it may; others are given theirs', async () => {
    const { of, made } = pagesOf(async ({ url }) => head(url));
    const filters = Array.from({ length: 200 }, (_, count) => `/problems?search=${count}`);
    const answers = await Promise.all(filters.map((url) => of(url)));
    expect(answers.filter((answer) => answer.rendered)).toHaveLength(20);
    expect(made).toHaveBeenCalledTimes(20);
    expect((await of('/problems?search=200', { ip: '10.0.0.2' })).rendered).toBeDefined();
    // What is made already costs nothing.
    expect((await of('/problems?search=1')).rendered).toBeDefined();
  });

  it('where the API or this server had no room for it: nobody is blamed', async () => {
    const { of, failed } = pagesOf(async () => Promise.reject(new RenderError('gone', 'data')));
    for (let count = 0; count < 5; count += 1) expect(await of(`/problems?search=${count}`)).toEqual({});
    expect(failed).toHaveBeenCalledTimes(5);
  });
});

describe('code that fails', () => {
  it('is named, and left alone for half a minute after three times', async () => {
    jest.useFakeTimers();
    const { of, made } = pagesOf(async () => Promise.reject(new RenderError('boom', 'page')));
    const failure = { name: 'marketplace', version: '1.0.0-mm', message: 'boom' };
    for (let count = 0; count < 6; count += 1) expect(await of(`/problems?search=${count}`)).toEqual({ failure });
    expect(made).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(31_000);
    await of('/problems');
    expect(made).toHaveBeenCalledTimes(4);
  });

  it('is left alone at once where it took the process with it, and each further time for twice as long', async () => {
    jest.useFakeTimers();
    const { of, made } = pagesOf(async () => Promise.reject(new RenderError('hung', 'end')));
    const triesAfter = Object.entries({ 0: 1, 29: 1, 31: 2, 90: 2, 92: 3 });
    let passed = 0;
    for (const [seconds, tries] of triesAfter) {
      await jest.advanceTimersByTimeAsync((Number(seconds) - passed) * 1000);
      passed = Number(seconds);
      expect(await of('/problems')).toMatchObject({ failure: { message: 'hung' } });
      expect(made).toHaveBeenCalledTimes(tries);
    }
  });

  it('holds up no other version, and nobody else', async () => {
    const { of } = pagesOf(async ({ url, channel, isSignedIn }) => {
      if (channel.remotes[0]?.version === '1.1.0-nn' || isSignedIn) throw new RenderError('boom', 'page');
      return head(url);
    });
    for (const more of [{ channel: channelOf(1, '1.1.0-nn') }, { isSignedIn: true }])
      for (let count = 0; count < 5; count += 1) await of('/problems', more);
    expect((await of('/problems')).rendered).toBeDefined();
    expect((await of('/terms')).rendered).toBeDefined();
  });

  it('of a release without a bundle for servers is no failure, and is not asked for again and again', async () => {
    const { of, made } = pagesOf(async () => Promise.reject(new RenderError('none', 'none')));
    for (const _time of [1, 2]) expect(await of('/problems')).toEqual({});
    expect(made).toHaveBeenCalledTimes(1);
  });
});
