import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';

const SOURCE = readFileSync(join(import.meta.dirname, 'public/push-worker.js'), 'utf8');

/** Starts the worker in a fake browser. */
function startWorker(pages = [], userAgent = '') {
  const navigationPreload = { enable: jest.fn(async () => undefined), disable: jest.fn(async () => undefined) };
  const handlers = {};
  const showNotification = jest.fn(async () => undefined);
  const openWindow = jest.fn(async () => undefined);
  const self = {
    addEventListener: (name, handler) => {
      handlers[name] = handler;
    },
    location: { origin: 'https://solvent.example' },
    clients: { matchAll: async () => pages, openWindow },
    registration: { showNotification, navigationPreload },
  };
  runInNewContext(SOURCE, { self, URL, navigator: { onLine: true, userAgent } });
  const dispatch = async (name, event) => {
    let work;
    handlers[name]?.({ ...event, waitUntil: (promise) => void (work = promise) });
    await Promise.resolve(work);
  };
  return {
    showNotification,
    openWindow,
    navigationPreload,
    activate: () => dispatch('activate', {}),
    push: (payload) => dispatch('push', { data: { json: () => JSON.parse(JSON.stringify(payload)) } }),
    pushInvalid: () => dispatch('push', { data: null }),
    click: (data) => dispatch('notificationclick', { notification: { close: () => undefined, data } }),
  };
}

/** Browsers resolve `navigate` with a new client. */
function page(visibilityState, path = '/home') {
  const focus = jest.fn(async () => undefined);
  const navigate = jest.fn(async () => ({ focus }));
  return { visibilityState, url: `https://solvent.example${path}`, focus, navigate };
}

describe('the push worker', () => {
  it('shows a message and keeps its path', async () => {
    const worker = startWorker();
    await worker.push({ notification: { title: 'New bid', body: 'Maya bid $200' }, data: { path: '/view-problems/1' } });
    expect(worker.showNotification).toHaveBeenCalledWith('New bid', expect.objectContaining({ body: 'Maya bid $200' }));
    expect(worker.showNotification.mock.calls[0]?.[1]).toMatchObject({ data: { path: '/view-problems/1' } });
  });

  it('shows a generic notification for an invalid message', async () => {
    const worker = startWorker();
    await worker.pushInvalid();
    expect(worker.showNotification).toHaveBeenCalledWith('Solvent', expect.anything());
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 42])(
    'rejects a path of another site: %s',
    async (path) => {
      const worker = startWorker();
      await worker.push({ notification: { title: 'New bid' }, data: { path } });
      expect(worker.showNotification.mock.calls[0]?.[1]).toMatchObject({ data: { path: '/notifications' } });
    },
  );

  it('shows nothing while a page is visible', async () => {
    const worker = startWorker([page('visible')]);
    await worker.push({ notification: { title: 'New bid' } });
    expect(worker.showNotification).not.toHaveBeenCalled();
  });

  it('navigates an open page on a click, or opens one', async () => {
    const open = page('hidden');
    await startWorker([open]).click({ path: '/view-problems/1' });
    expect(open.navigate).toHaveBeenCalledWith('/view-problems/1');
    expect(open.focus).toHaveBeenCalled();
    const worker = startWorker();
    await worker.click({ path: '/view-problems/1' });
    expect(worker.openWindow).toHaveBeenCalledWith('/view-problems/1');
  });

  it.each([
    '/problem/discussion?problemId=1&conversationId=2',
    '/conversations?conversation=2',
    '/view-problems/1',
    '/view-problems',
    '/notifications',
  ])('opens %s, and replaces its previous notification', async (path) => {
    const worker = startWorker();
    await worker.push({ notification: { title: 'New' }, data: { path } });
    const options = worker.showNotification.mock.calls[0]?.[1];
    expect(options).toMatchObject({ data: { path }, tag: path, renotify: true });
    await worker.click(options.data);
    expect(worker.openWindow).toHaveBeenCalledWith(path);
  });

  it('focuses a page that is open already, without navigation', async () => {
    const [other, samePage] = [page('hidden'), page('hidden', '/conversations?conversation=2')];
    await startWorker([other, samePage]).click({ path: '/conversations?conversation=2' });
    expect(samePage.focus).toHaveBeenCalled();
    expect(samePage.navigate).not.toHaveBeenCalled();
    expect(other.focus).not.toHaveBeenCalled();
  });

  it('opens a new page if it does not control the open one', async () => {
    const foreign = { ...page('hidden'), navigate: jest.fn(async () => Promise.reject(new TypeError('not controlled'))) };
    const worker = startWorker([foreign]);
    await worker.click({ path: '/view-problems/1' });
    expect(worker.openWindow).toHaveBeenCalledWith('/view-problems/1');
    expect(foreign.focus).not.toHaveBeenCalled();
  });
});

describe('navigation preload (decision 0060)', () => {
  it('is enabled', async () => {
    const worker = startWorker();
    await worker.activate();
    expect(worker.navigationPreload.enable).toHaveBeenCalled();
    expect(worker.navigationPreload.disable).not.toHaveBeenCalled();
  });

  it('is disabled in Firefox, also where an earlier worker enabled it', async () => {
    const worker = startWorker([], 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
    await worker.activate();
    expect(worker.navigationPreload.disable).toHaveBeenCalled();
    expect(worker.navigationPreload.enable).not.toHaveBeenCalled();
  });
});

describe('the worker offline (decision 0060)', () => {
  const ORIGIN = 'https://solvent.example';

  function start(network) {
    const cached = new Map();
    const getPath = (request) => new URL(request.url ?? request, ORIGIN).pathname;
    const cache = {
      match: async (request) => cached.get(getPath(request)),
      put: async (path, response) => void cached.set(path, response),
      keys: async () => [...cached.keys()].map((path) => ({ url: ORIGIN + path })),
      delete: async ({ url }) => cached.delete(getPath(url)),
    };
    const handlers = {};
    const self = {
      addEventListener: (name, handler) => void (handlers[name] = handler),
      location: { origin: ORIGIN },
      skipWaiting() {},
    };
    const fetch = async (request) => network(request.url ? request : { url: new URL(request, ORIGIN).href });
    runInNewContext(SOURCE, {
      self,
      URL,
      Response,
      Set,
      caches: { open: async () => cache },
      fetch,
      navigator: { onLine: true, userAgent: '' },
    });
    /** Returns undefined if the worker does not handle the request. */
    async function dispatchFetch(path, { mode = 'navigate', method = 'GET', clientId = 'a', url = ORIGIN + path } = {}) {
      const responses = [];
      const waited = [];
      handlers.fetch({
        request: { url, mode, method },
        clientId,
        resultingClientId: clientId,
        respondWith: (answer) => responses.push(answer),
        waitUntil: (work) => waited.push(work),
      });
      const [answer] = await Promise.all(responses);
      await Promise.all(waited);
      return answer;
    }
    return { cached, dispatchFetch };
  }

  const buildPage = (html, live) => new Response(html, { headers: { 'x-solvent-revision': live } });
  const FRAME = '<script src="/shell/files/main.1a.js"></script>';
  let isOn;
  let revision;
  const network = async ({ url }) => {
    if (!isOn) throw new TypeError('Failed to fetch');
    const { pathname } = new URL(url);
    if (pathname.startsWith('/shell/')) return new Response(`file ${pathname}`);
    return buildPage(pathname === '/offline' ? `${FRAME}${revision}` : 'User data', revision);
  };
  beforeEach(() => {
    [isOn, revision] = [true, '1'];
  });

  it('loads pages from the network, and caches the frame of each new revision with its files', async () => {
    const { dispatchFetch, cached } = start(network);
    expect(await (await dispatchFetch('/problems')).text()).toBe('User data');
    expect([...cached.keys()]).toEqual(['/shell/files/main.1a.js', '/offline']);
    revision = '2';
    await dispatchFetch('/problems');
    expect(await cached.get('/offline').text()).toBe(`${FRAME}2`);
  });

  it('serves the cached frame and files offline', async () => {
    const { dispatchFetch } = start(network);
    await dispatchFetch('/problems');
    isOn = false;
    expect(await (await dispatchFetch('/my-bids', { clientId: 'b' })).text()).toBe(`${FRAME}1`);
    const file = await dispatchFetch('/shell/files/main.1a.js', { mode: 'cors', clientId: 'b' });
    expect(await file.text()).toBe('file /shell/files/main.1a.js');
  });

  describe('with ASSETS_URL', () => {
    const ASSETS_URL = 'https://files.example/solvent';
    const frame = `<script src="${ASSETS_URL}/shell/files/main.1a.js"></script>`;
    let isAssetsOn;
    const fakeFetch = async (request) => {
      if (request.url === `${ORIGIN}/offline`) return isOn ? buildPage(frame, revision) : network(request);
      if (!request.url.startsWith(ASSETS_URL)) return network(request);
      if (!isOn || !isAssetsOn) throw new TypeError('Failed to fetch');
      return new Response(`assets file ${request.url.slice(ASSETS_URL.length)}`);
    };

    it.each([
      ['from that origin', true, 'assets file /shell/files/main.1a.js'],
      ['from this origin if that one fails', false, 'file /shell/files/main.1a.js'],
    ])('caches files %s, and serves them at both addresses', async (_origin, isOriginOn, text) => {
      isAssetsOn = isOriginOn;
      const { dispatchFetch, cached } = start(fakeFetch);
      await dispatchFetch('/problems');
      expect([...cached.keys()]).toEqual(['/shell/files/main.1a.js', '/offline']);
      isOn = false;
      await dispatchFetch('/my-bids', { clientId: 'b' });
      for (const url of [`${ASSETS_URL}/shell/files/main.1a.js`, `${ORIGIN}/shell/files/main.1a.js`]) {
        const file = await dispatchFetch('', { url, mode: 'cors', clientId: 'b' });
        expect(await file.clone().text()).toBe(text);
        cached.set('/shell/files/main.1a.js', new Response(text));
      }
    });

    it('does not handle them online', async () => {
      const { dispatchFetch } = start(fakeFetch);
      expect(await dispatchFetch('', { url: `${ASSETS_URL}/shell/files/main.1a.js`, mode: 'cors' })).toBeUndefined();
    });
  });

  it.each([
    ['data', '/api/problems', { mode: 'cors' }],
    ['a link to the API', '/api/docs', {}],
    ['a POST request', '/contact', { method: 'POST' }],
    ['files of a page with a network', '/shell/files/main.1a.js', { mode: 'cors' }],
    ['other origins', '/', { url: 'https://elsewhere.example/' }],
  ])('does not handle %s', async (_what, path, request) => {
    const { dispatchFetch } = start(network);
    expect(await dispatchFetch(path, request)).toBeUndefined();
  });
});
