import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, createOutbox, createTimeline } from './src/index.js';

function memory() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}
const message = (id) => ({ id, author: 'maya', text: `Text ${id}` });
const sleep = async () => {};

/** Fails before or after the server has it, in turns. */
function badNetwork(log) {
  let calls = 0;
  return async (sent) => {
    calls += 1;
    if (calls % 3 === 1) throw new Error('Lost on the way there');
    log.send('c', sent);
    if (calls % 3 === 2) throw new Error('Lost on the way back');
  };
}

test('over a bad network all arrive, once and in order', async () => {
  const log = createLog();
  const outbox = createOutbox({ deliver: badNetwork(log), storage: memory(), sleep });
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => outbox.send(message(id))));
  assert.equal(
    log
      .after('c', 0)
      .map(({ id }) => id)
      .join(''),
    'abcde',
  );
  assert.deepEqual(outbox.waiting(), []);
});

test('what waits survives a reload', async () => {
  const storage = memory();
  const gone = createOutbox({ deliver: () => Promise.reject(new Error('Offline')), storage, sleep: () => new Promise(() => {}) });
  void gone.send(message('a'));
  const log = createLog();
  const next = createOutbox({ deliver: async (sent) => log.send('c', sent), storage, sleep });
  await next.flush();
  assert.equal(log.after('c', 0).length, 1);
});

test('a page shows all in order, though it was told late, twice or never', async () => {
  const log = createLog();
  for (const id of 'abcdefgh') log.send('c', message(id));
  const all = log.after('c', 0);
  const timeline = createTimeline({ fetchAfter: async (seq) => log.after('c', seq, 3) });
  await timeline.take(all[0]);
  await Promise.all([timeline.take(all[4]), timeline.take(all[2]), timeline.take(all[4])]);
  await timeline.catchUp();
  assert.deepEqual(timeline.messages(), all);
});

test('unread counts the others, and a mark never goes back', () => {
  const log = createLog();
  log.send('c', message('a'));
  log.send('c', { id: 'b', author: 'diego', text: 'Hello' });
  assert.equal(log.unread('c', 'maya'), 1);
  log.markRead('c', 'maya', 2);
  log.markRead('c', 'maya', 1);
  assert.equal(log.unread('c', 'maya'), 0);
});
