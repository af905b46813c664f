import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';

const SOURCE = readFileSync(join(import.meta.dirname, 'public/push-worker.js'), 'utf8');

/** The worker with a browser around it: its open pages, what it shows and opens. */
function startWorker(pages = []) {
  const handlers = {};
  const showNotification = jest.fn(async () => undefined);
  const openWindow = jest.fn(async () => undefined);
  const self = {
    addEventListener: (name, handler) => {
      handlers[name] = handler;
    },
    location: { origin: 'https://solvent.example' },
    clients: { matchAll: async () => pages, openWindow },
    registration: { showNotification },
  };
  runInNewContext(SOURCE, { self, URL, navigator: { onLine: true } });
  const dispatch = async (name, event) => {
    let work;
    handlers[name]?.({ ...event, waitUntil: (promise) => void (work = promise) });
    await Promise.resolve(work);
  };
  return {
    showNotification,
    openWindow,
    push: (payload) => dispatch('push', { data: { json: () => JSON.parse(JSON.stringify(payload)) } }),
    pushNonsense: () => dispatch('push', { data: null }),
    click: (data) => dispatch('notificationclick', { notification: { close: () => undefined, data } }),
  };
}

/** An open page; led elsewhere it is another one, as browsers have it. */
function page(visibilityState, path = '/home') {
  const focus = jest.fn(async () => undefined);
  const navigate = jest.fn(async () => ({ focus }));
  return { visibilityState, url: `https://solvent.example${path}`, focus, navigate };
}

describe('the push worker', () => {
  it('shows a message, and keeps what it is about', async () => {
    const worker = startWorker();
    await worker.push({ notification: { title: 'New bid', body: 'Maya bid $200' }, data: { path: '/view-problems/1' } });
    expect(worker.showNotification).toHaveBeenCalledWith('New bid', expect.objectContaining({ body: 'Maya bid $200' }));
    expect(worker.showNotification.mock.calls[0]?.[1]).toMatchObject({ data: { path: '/view-problems/1' } });
  });

  it('shows something for a message that it cannot read', async () => {
    const worker = startWorker();
    await worker.pushNonsense();
    expect(worker.showNotification).toHaveBeenCalledWith('Solvent', expect.anything());
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 42])('leads to no other site: %s', async (path) => {
    const worker = startWorker();
    await worker.push({ notification: { title: 'New bid' }, data: { path } });
    expect(worker.showNotification.mock.calls[0]?.[1]).toMatchObject({ data: { path: '/notifications' } });
  });

  it('is silent while a page is in front: that shows its own', async () => {
    const worker = startWorker([page('visible')]);
    await worker.push({ notification: { title: 'New bid' } });
    expect(worker.showNotification).not.toHaveBeenCalled();
  });

  it('a click brings the open page there, else opens one', async () => {
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
  ])('leads to %s, and says its latest alone', async (path) => {
    const worker = startWorker();
    await worker.push({ notification: { title: 'New' }, data: { path } });
    const options = worker.showNotification.mock.calls[0]?.[1];
    expect(options).toMatchObject({ data: { path }, tag: path, renotify: true });
    await worker.click(options.data);
    expect(worker.openWindow).toHaveBeenCalledWith(path);
  });

  it('a click brings the page forward that is there already, as it stands', async () => {
    const [other, there] = [page('hidden'), page('hidden', '/conversations?conversation=2')];
    await startWorker([other, there]).click({ path: '/conversations?conversation=2' });
    expect(there.focus).toHaveBeenCalled();
    expect(there.navigate).not.toHaveBeenCalled();
    expect(other.focus).not.toHaveBeenCalled();
  });

  it('a click opens another page where the open one cannot be led: it was there before the worker', async () => {
    const foreign = { ...page('hidden'), navigate: jest.fn(async () => Promise.reject(new TypeError('not controlled'))) };
    const worker = startWorker([foreign]);
    await worker.click({ path: '/view-problems/1' });
    expect(worker.openWindow).toHaveBeenCalledWith('/view-problems/1');
    expect(foreign.focus).not.toHaveBeenCalled();
  });
});

describe('the worker without a network (decision 0060)', () => {
  const ORIGIN = 'https://solvent.example';

  /** @param network what a request gets; throws without one */
  function start(network) {
    const kept = new Map();
    const pathOf = (asked) => new URL(asked.url ?? asked, ORIGIN).pathname;
    const cache = {
      match: async (asked) => kept.get(pathOf(asked)),
      put: async (path, answer) => void kept.set(path, answer),
      keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
      delete: async ({ url }) => kept.delete(pathOf(url)),
    };
    const handlers = {};
    const self = {
      addEventListener: (name, handler) => void (handlers[name] = handler),
      location: { origin: ORIGIN },
      skipWaiting() {},
    };
    const fetch = async (asked) => network(asked.url ? asked : { url: new URL(asked, ORIGIN).href });
    runInNewContext(SOURCE, {
      self,
      URL,
      Response,
      Set,
      caches: { open: async () => cache },
      fetch,
      navigator: { onLine: true },
    });
    /** What the worker answers; undefined where it leaves the request alone. */
    async function ask(path, { mode = 'navigate', method = 'GET', clientId = 'a', url = ORIGIN + path } = {}) {
      const given = [];
      const waited = [];
      handlers.fetch({
        request: { url, mode, method },
        clientId,
        resultingClientId: clientId,
        respondWith: (answer) => given.push(answer),
        waitUntil: (work) => waited.push(work),
      });
      const [answer] = await Promise.all(given);
      await Promise.all(waited);
      return answer;
    }
    return { kept, ask };
  }

  const pageOf = (html, live) => new Response(html, { headers: { 'x-solvent-revision': live } });
  const FRAME = '<script src="/shell/files/main.1a.js"></script>';
  let isOn;
  let revision;
  const network = async ({ url }) => {
    if (!isOn) throw new TypeError('Failed to fetch');
    const { pathname } = new URL(url);
    if (pathname.startsWith('/shell/')) return new Response(`file ${pathname}`);
    return pageOf(pathname === '/offline' ? `${FRAME}${revision}` : 'Somebody’s data', revision);
  };
  beforeEach(() => {
    [isOn, revision] = [true, '1'];
  });

  it('gives pages of the network, and keeps the frame of each new revision with its files', async () => {
    const { ask, kept } = start(network);
    expect(await (await ask('/problems')).text()).toBe('Somebody’s data');
    expect([...kept.keys()]).toEqual(['/shell/files/main.1a.js', '/offline']);
    revision = '2';
    await ask('/problems');
    expect(await kept.get('/offline').text()).toBe(`${FRAME}2`);
  });

  it('gives the frame and kept files where there is no network, and nothing else that is kept', async () => {
    const { ask } = start(network);
    await ask('/problems');
    isOn = false;
    expect(await (await ask('/my-bids', { clientId: 'b' })).text()).toBe(`${FRAME}1`);
    const file = await ask('/shell/files/main.1a.js', { mode: 'cors', clientId: 'b' });
    expect(await file.text()).toBe('file /shell/files/main.1a.js');
  });

  describe('where pages have their files from another place', () => {
    const PLACE = 'https://files.example/solvent';
    const frame = `<script src="${PLACE}/shell/files/main.1a.js"></script>`;
    let isPlaceOn;
    const both = async (asked) => {
      if (asked.url === `${ORIGIN}/offline`) return isOn ? pageOf(frame, revision) : network(asked);
      if (!asked.url.startsWith(PLACE)) return network(asked);
      if (!isOn || !isPlaceOn) throw new TypeError('Failed to fetch');
      return new Response(`file of there ${asked.url.slice(PLACE.length)}`);
    };

    it.each([
      ['from there', true, 'file of there /shell/files/main.1a.js'],
      ['from here, where that place fails', false, 'file /shell/files/main.1a.js'],
    ])('keeps them %s, and gives them at either address', async (_where, isThere, text) => {
      isPlaceOn = isThere;
      const { ask, kept } = start(both);
      await ask('/problems');
      expect([...kept.keys()]).toEqual(['/shell/files/main.1a.js', '/offline']);
      isOn = false;
      await ask('/my-bids', { clientId: 'b' });
      for (const url of [`${PLACE}/shell/files/main.1a.js`, `${ORIGIN}/shell/files/main.1a.js`]) {
        const file = await ask('', { url, mode: 'cors', clientId: 'b' });
        expect(await file.clone().text()).toBe(text);
        kept.set('/shell/files/main.1a.js', new Response(text));
      }
    });

    it('leaves them alone while there is a network', async () => {
      const { ask } = start(both);
      expect(await ask('', { url: `${PLACE}/shell/files/main.1a.js`, mode: 'cors' })).toBeUndefined();
    });
  });

  it.each([
    ['data', '/api/problems', { mode: 'cors' }],
    ['a link into the API', '/api/docs', {}],
    ['what is sent', '/contact', { method: 'POST' }],
    ['files of a page with a network', '/shell/files/main.1a.js', { mode: 'cors' }],
    ['other origins', '/', { url: 'https://elsewhere.example/' }],
  ])('leaves alone: %s', async (_what, path, asked) => {
    const { ask } = start(network);
    expect(await ask(path, asked)).toBeUndefined();
  });
});
