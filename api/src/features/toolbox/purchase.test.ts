import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Purchase } from '@solvent/contracts';
import { modulePurchases, modules } from '../../schema/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Order, Payment, Payments } from '../../platform/payments/payments.ts';
import { testPayments } from '../../platform/payments/payments.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildModule, buildPurchase, download, fetchModule } from '../../testing/modules.ts';

let test: TestApp;
let author: TestCaller;
let buyer: TestCaller;
/** Calls of the payment provider. */
let orders: Order[] = [];
let refunds: Payment[] = [];
let isFailing = false;
/** Runs between the payment and the purchase. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  const payments: Payments = {
    testMode: true,
    pay: async (order) => {
      orders.push(order);
      if (isFailing) throw new AppError('conflict', 'The card was declined.');
      const payment = await testPayments.pay(order);
      await meanwhile();
      return payment;
    },
    refund: async (payment) => {
      refunds.push(payment);
      if (isFailing) throw new Error('The provider is unavailable');
    },
  };
  test = await createTestApp({ ports: { payments } });
  author = await test.signedIn('solver');
});
beforeEach(async () => {
  orders = [];
  refunds = [];
  isFailing = false;
  meanwhile = async () => {};
  buyer = await test.signedIn('seeker');
});
afterAll(() => test.close());

const buildPaidModule = () => buildModule(test, author, { title: 'Maps', priceCents: 1950 });
const buy = (id: string, payload: object = { license: 'standard' }, as: TestCaller = buyer) =>
  test.request('POST', `/api/modules/${id}/purchase`, { as, payload });
const stored = (id: string) => test.db.select().from(modulePurchases).where(eq(modulePurchases.moduleId, id));
// The response schema guarantees it.
const purchaseIn = (body: Record<string, unknown>) => body['purchase'] as Purchase;

describe('POST /api/modules/:id/purchase (product 3.25, 4.18)', () => {
  it('sells a module in test mode', async () => {
    const { id, slug } = await buildPaidModule();
    const purchase = { moduleId: id, license: 'standard', version: '1.0.0', priceCents: 1950, testMode: true };
    expect(await buy(slug)).toMatchObject({ status: 201, body: { purchase } });
    expect(orders).toEqual([{ key: `${id} ${buyer.user.id} standard`, cents: 1950, subject: 'Maps' }]);
    expect(await stored(id)).toMatchObject([{ userId: buyer.user.id, payment: expect.stringMatching(/^test-[0-9a-f]{32}$/) }]);
    expect(await fetchModule(test, id, buyer)).toMatchObject({ owned: true });
    expect((await download(test, id, buyer)).statusCode).toBe(200);
  });

  it('returns the existing purchase for a repeated request', async () => {
    const { id } = await buildPaidModule();
    const first = await buy(id);
    expect(await buy(id)).toMatchObject({ status: 200, body: first.body });
    expect(orders).toHaveLength(1);
    expect(await buy(id, { license: 'extended' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'You already have this module under the Standard license.' },
    });
    expect(await stored(id)).toHaveLength(1);
  });

  it('sells once for twenty concurrent requests', async () => {
    const { id } = await buildPaidModule();
    const responses = await Promise.all(Array.from({ length: 20 }, () => buy(id)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(responses.map(({ body }) => purchaseIn(body)._id)).size).toBe(1);
    expect(await stored(id)).toHaveLength(1);
    expect(refunds).toEqual([]);
    // The provider charges once per key.
    expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
  });

  it('sells under one of two licenses that are requested concurrently', async () => {
    const { id } = await buildPaidModule();
    const licenses = Array.from({ length: 10 }, () => ['standard', 'extended']).flat();
    const responses = await Promise.all(licenses.map((license) => buy(id, { license })));
    const [bought, ...others] = await stored(id);
    expect(others).toEqual([]);
    const accepted = responses.filter(({ status }) => status < 300);
    expect(accepted).toHaveLength(10);
    expect(new Set(accepted.map(({ body }) => purchaseIn(body).license))).toEqual(new Set([bought?.license]));
    // A payment for the other license is refunded.
    expect(refunds.map(({ cents }) => cents)).not.toContain(bought?.priceCents);
    expect(refunds).toHaveLength(orders.filter(({ cents }) => cents !== bought?.priceCents).length);
  });

  it('stores nothing if the payment fails', async () => {
    const { id } = await buildPaidModule();
    isFailing = true;
    expect(await buy(id)).toMatchObject({ status: 409, body: { message: 'The card was declined.' } });
    expect(await stored(id)).toEqual([]);
    isFailing = false;
    expect((await buy(id)).status).toBe(201);
  });

  it('sells only for the price that the buyer saw', async () => {
    const { id } = await buildPaidModule();
    await test.db.update(modules).set({ priceCents: 100_000 }).where(eq(modules.id, id));
    const message = 'The price has changed to $3,000.00. You were not charged.';
    expect(await buy(id, { license: 'extended', priceCents: 5850 })).toMatchObject({ status: 409, body: { message } });
    expect([orders, await stored(id)]).toEqual([[], []]);
    expect((await buy(id, { license: 'extended', priceCents: 300_000 })).body).toMatchObject({
      purchase: { priceCents: 300_000 },
    });
    // The price does not matter for an existing purchase.
    expect((await buy(id, { license: 'extended', priceCents: 5850 })).status).toBe(200);
  });

  it('stores the charged price if it changed after the payment', async () => {
    const { id } = await buildPaidModule();
    const charged = jest.spyOn(testPayments, 'pay').mockResolvedValueOnce({ name: 'earlier', cents: 1500 });
    expect((await buy(id)).body).toMatchObject({ purchase: { priceCents: 1500 } });
    charged.mockRestore();
  });

  const REMOVED = 'This module was taken out of the Toolbox while you paid. You get your payment back.';
  const remove = (id: string) => test.request('DELETE', `/api/modules/${id}`, { as: author });
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['deleted', remove],
    [
      'deleted but bought by others',
      async (id) => {
        await buildPurchase(test, id, await test.signedIn('seeker'));
        await remove(id);
      },
    ],
    ['unpublished', (id) => test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id))],
  ])('refunds a payment for a module that was %s meanwhile', async (_how, removeModule) => {
    const { id } = await buildPaidModule();
    meanwhile = () => removeModule(id);
    expect(await buy(id)).toMatchObject({ status: 404, body: { code: 'not_found', message: REMOVED } });
    expect(refunds).toMatchObject([{ name: expect.stringMatching(/^test-/), cents: 1950 }]);
    expect((await stored(id)).filter(({ userId }) => userId === buyer.user.id)).toEqual([]);
    expect((await test.request('GET', `/api/modules/${id}`, { as: buyer })).status).toBe(404);
  });

  it('sells the module or refunds the payment if the author deletes it concurrently', async () => {
    const offered = await Promise.all(Array.from({ length: 10 }, buildPaidModule));
    const responses = await Promise.all(offered.map(async ({ id }) => (await Promise.all([buy(id), remove(id)]))[0]));
    for (const [index, { id }] of offered.entries()) {
      const isSold = responses[index]?.status === 201;
      expect(isSold || responses[index]?.status === 404).toBe(true);
      expect((await download(test, id, buyer)).statusCode).toBe(isSold ? 200 : 404);
    }
    const sold = responses.filter(({ status }) => status === 201).length;
    expect(refunds).toHaveLength(orders.length - sold);
  });

  it('returns the same error if the refund fails', async () => {
    const { id } = await buildPaidModule();
    meanwhile = async () => {
      await remove(id);
      isFailing = true;
    };
    expect(await buy(id)).toMatchObject({ status: 404, body: { message: REMOVED } });
    expect(refunds).toHaveLength(1);
  });

  it('does not sell own or free modules', async () => {
    const own = await buildModule(test, buyer, { priceCents: 900 });
    const free = await buildModule(test, author, { priceCents: 0 });
    const rejected = (message: string) => ({ status: 409, body: { code: 'conflict', message } });
    expect(await buy(own.id)).toMatchObject(rejected('This is your own module. You already have it.'));
    expect(await buy(free.id)).toMatchObject(rejected('This module is free. You can download it without buying it.'));
    expect([orders, await stored(own.id), await stored(free.id)]).toEqual([[], [], []]);
  });
});

it('a deployment without payments sells nothing, but serves purchased and free modules', async () => {
  const closed = await createTestApp({ config: { payments: 'none' } });
  const [seller, customer] = [await closed.signedIn('solver'), await closed.signedIn('seeker')];
  const { id } = await buildModule(closed, seller, { priceCents: 1950 });
  const purchased = await buildModule(closed, seller, { priceCents: 1950 });
  const free = await buildModule(closed, seller, { priceCents: 0 });
  await buildPurchase(closed, purchased.id, customer);
  const buyModule = (module: string) =>
    closed.request('POST', `/api/modules/${module}/purchase`, { as: customer, payload: { license: 'standard' } });
  expect(await buyModule(id)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Modules with a price cannot be bought here yet. Free ones can be downloaded.' },
  });
  expect(await closed.db.select().from(modulePurchases).where(eq(modulePurchases.moduleId, id))).toEqual([]);
  expect((await buyModule(purchased.id)).status).toBe(200);
  for (const module of [purchased, free]) expect((await download(closed, module.id, customer)).statusCode).toBe(200);
  expect(await buyModule(free.id)).toMatchObject({
    body: { message: 'This module is free. You can download it without buying it.' },
  });
  await closed.close();
});
