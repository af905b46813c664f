import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { createQueue, manifestOf, serviceWorkerOf } from './src/index.js';

/** Runs a service worker's text with caches of its own and a network that can be taken away. */
function browser() {
  const stored = new Map();
  const handlers = {};
  const state = { online: true };
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
    match: async (request) => [...stored.values()].flat().find((url) => url === (request.url ?? request)),
    open: async (name) => ({ addAll: async (files) => stored.set(name, files) }),
  };
  const self = {
    addEventListener: (name, handler) => (handlers[name] = handler),
    clients: { claim: async () => {} },
    location: { origin: 'https://app.example' },
  };
  const fetch = async ({ url }) => {
    if (!state.online) throw new Error('Offline');
    return `fresh ${url}`;
  };
  const run = (version) =>
    vm.runInNewContext(serviceWorkerOf({ version, files: ['/app.js'] }), { self, caches, fetch, URL, setTimeout: () => {} });
  const fire = async (name, event = {}) => {
    let answer;
    handlers[name]({ ...event, waitUntil: (done) => (answer = done), respondWith: (done) => (answer = done) });
    return answer;
  };
  const ask = (url, mode = 'cors') => fire('fetch', { request: { url: `https://app.example${url}`, method: 'GET', mode } });
  return { stored, state, run, fire, ask };
}

test('a new version takes the place of the old one', async () => {
  const { stored, run, fire } = browser();
  run('1');
  await fire('install');
  run('2');
  await fire('install');
  await fire('activate');
  assert.deepEqual([...stored.keys()], ['app-2']);
});

test('without a network, a page says so; with one, it is fresh', async () => {
  const { state, run, fire, ask } = browser();
  run('1');
  await fire('install');
  assert.equal(await ask('/news', 'navigate'), 'fresh https://app.example/news');
  state.online = false;
  assert.equal(await ask('/news', 'navigate'), '/offline.html');
});

test('changes are sent in order, and wait while there is no network', async () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const sent = [];
  const refused = [];
  let online = false;
  const send = async ({ what }) => {
    if (!online) throw new Error('Offline');
    if (what === 'bad') throw Object.assign(new Error('No'), { final: true });
    sent.push(what);
  };
  const queue = createQueue({ storage, send, onRefused: ({ what }) => refused.push(what) });
  for (const what of ['one', 'bad', 'two']) queue.add(what);
  assert.equal(await queue.flush(), false);
  assert.equal(queue.waiting(), 3);
  online = true;
  assert.equal(await createQueue({ storage, send, onRefused: ({ what }) => refused.push(what) }).flush(), true);
  assert.deepEqual([sent, refused, queue.waiting()], [['one', 'two'], ['bad'], 0]);
});

test('what is missing for installing is said', () => {
  assert.throws(() => manifestOf({ name: 'App', icons: [{ src: '/192.png', size: 192 }] }), /512/);
  assert.throws(() => serviceWorkerOf({ files: [] }), /version/);
});
