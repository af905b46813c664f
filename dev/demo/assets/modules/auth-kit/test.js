import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLinks, createSessionStore, hashPassword, newTotpKey, totp, verifyPassword, verifyTotp } from './src/index.js';

const CHEAP = { N: 1024, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

test('a password is known again, however its accents were typed', async () => {
  const stored = await hashPassword('caf\u00e9 au lait', CHEAP);
  assert.equal(await verifyPassword(stored, 'cafe\u0301 au lait'), true);
  assert.equal(await verifyPassword(stored, 'cafe au lait'), false);
  assert.equal(await verifyPassword('nonsense', 'x'), false);
});

test('codes are those of RFC 6238', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  assert.equal(totp(key, 59_000), '287082');
  assert.equal(totp(key, 1_111_111_109_000), '081804');
  assert.equal(totp(key, 20_000_000_000_000), '353130');
});

test('a code of the step before is taken, an older one is not', () => {
  const key = newTotpKey();
  const code = totp(key, 1_000_000_000);
  assert.equal(verifyTotp(key, code, 1_000_000_000 + 30_000), true);
  assert.equal(verifyTotp(key, code, 1_000_000_000 + 90_000), false);
  assert.equal(verifyTotp(key, 'abcdef'), false);
});

test('a link is good once, for its purpose and for its time', () => {
  const links = createLinks({ key: 'only for this test' });
  const token = links.make('maya@example.com', 'sign-in', 0);
  assert.equal(links.take(token, 'reset', 0), undefined);
  assert.equal(links.take(token, 'sign-in', 15 * 60_000 + 1), undefined);
  assert.equal(links.take(`${token}x`, 'sign-in', 0), undefined);
  assert.equal(links.take(token, 'sign-in', 0), 'maya@example.com');
  assert.equal(links.take(token, 'sign-in', 0), undefined);
});

test('sessions are ended by their own person alone', () => {
  const store = new Map();
  const sessions = createSessionStore({ store });
  const [phone, laptop] = [sessions.start('maya', 'Phone'), sessions.start('maya', 'Laptop')];
  const { id } = sessions.find(phone);
  assert.equal(store.has(phone), false);
  assert.equal(sessions.end('diego', id), false);
  sessions.endOthers('maya', laptop);
  assert.equal(sessions.find(phone), undefined);
  assert.deepEqual(
    sessions.list('maya').map(({ device }) => device),
    ['Laptop'],
  );
});
