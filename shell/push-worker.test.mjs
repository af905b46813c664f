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
  runInNewContext(SOURCE, { self, URL });
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
