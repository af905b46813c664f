import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheckout, createTestProvider, signWebhook, totalOf, verifyWebhook } from './src/index.js';

const webhookKey = 'only for this test';

async function paid(cents) {
  const provider = createTestProvider({ webhookKey });
  const checkout = createCheckout({ provider, webhookKey });
  await checkout.start('A-1', cents);
  const [{ body, header }] = provider.webhooks;
  checkout.receive(body, header);
  return { provider, checkout, body, header };
}

test('the parts add up to the total', () => {
  const { goods, discount, tax, total } = totalOf([{ cents: 333, quantity: 3 }], { discountPercent: 7.5, taxPercent: 19 });
  assert.equal(goods - discount + tax, total);
  assert.throws(() => totalOf([{ cents: 1.5, quantity: 1 }]), RangeError);
});

test('a webhook is believed with its own key, body and time alone', () => {
  const header = signWebhook('{}', webhookKey, 1_000_000);
  const now = 1_000_000;
  assert.equal(verifyWebhook('{}', header, webhookKey, { now }), true);
  assert.equal(verifyWebhook('{ }', header, webhookKey, { now }), false);
  assert.equal(verifyWebhook('{}', header, 'another key', { now }), false);
  assert.equal(verifyWebhook('{}', header, webhookKey, { now: now + 301_000 }), false);
  assert.equal(verifyWebhook('{}', 'nonsense', webhookKey, { now }), false);
});

test('an order is paid once, however often the webhook comes', async () => {
  const { checkout, body, header } = await paid(4800);
  assert.equal(checkout.order('A-1').status, 'paid');
  assert.equal(checkout.receive(body, header), 'ignored');
  assert.equal(checkout.receive(body, 't=1,v1=00'), 'refused');
});

test('starting twice makes one payment', async () => {
  const { checkout, provider } = await paid(4800);
  await checkout.start('A-1', 4800);
  assert.equal(provider.webhooks.length, 1);
});

test('two refunds at once give back no more than was paid', async () => {
  const { checkout } = await paid(1000);
  const done = await Promise.allSettled([checkout.refund('A-1', 700), checkout.refund('A-1', 700)]);
  assert.deepEqual(done.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  assert.equal((await checkout.refund('A-1')).status, 'refunded');
});
