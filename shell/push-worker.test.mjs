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
    clients: { matchAll: async () => pages, openWindow },
    registration: { showNotification },
  };
  runInNewContext(SOURCE, { self });
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

const page = (visibilityState) => ({
  visibilityState,
  focus: jest.fn(async () => undefined),
  navigate: jest.fn(async () => undefined),
});

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
    const worker = startWorker();
    await worker.click({ path: '/view-problems/1' });
    expect(worker.openWindow).toHaveBeenCalledWith('/view-problems/1');
  });
});
