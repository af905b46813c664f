import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Purchase } from '@solvent/contracts';
import { modulePurchases, modules } from './schema.ts';
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
/** What was asked of the provider, and what it gave back. */
let orders: Order[] = [];
let refunds: Payment[] = [];
let isBroke = false;
/** What happens between the payment and the purchase. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  const payments: Payments = {
    testMode: true,
    pay: async (order) => {
      orders.push(order);
      if (isBroke) throw new AppError('conflict', 'The card was declined.');
      const paid = await testPayments.pay(order);
      await meanwhile();
      return paid;
    },
    refund: async (payment) => {
      refunds.push(payment);
      if (isBroke) throw new Error('The provider is gone');
    },
  };
  test = await createTestApp({ ports: { payments } });
  author = await test.signedIn('solver');
});
beforeEach(async () => {
  orders = [];
  refunds = [];
  isBroke = false;
  meanwhile = async () => {};
  buyer = await test.signedIn('seeker');
});
afterAll(() => test.close());

const paid = () => buildModule(test, author, { title: 'Maps', priceCents: 1950 });
const buy = (id: string, payload: object = { license: 'standard' }, as: TestCaller = buyer) =>
  test.request('POST', `/api/modules/${id}/purchase`, { as, payload });
const stored = (id: string) => test.db.select().from(modulePurchases).where(eq(modulePurchases.moduleId, id));
// The answer's schema says so.
const purchaseIn = (body: Record<string, unknown>) => body['purchase'] as Purchase;

describe('POST /api/modules/:id/purchase (product 3.25, 4.18)', () => {
  it('sells a module in test mode, and says so', async () => {
    const { id, slug } = await paid();
    const purchase = { moduleId: id, license: 'standard', version: '1.0.0', priceCents: 1950, testMode: true };
    expect(await buy(slug)).toMatchObject({ status: 201, body: { purchase } });
    expect(orders).toEqual([{ key: `${id} ${buyer.user.id} standard`, cents: 1950, subject: 'Maps' }]);
    expect(await stored(id)).toMatchObject([{ userId: buyer.user.id, payment: expect.stringMatching(/^test-[0-9a-f]{32}$/) }]);
    expect(await fetchModule(test, id, buyer)).toMatchObject({ owned: true });
    expect((await download(test, id, buyer)).statusCode).toBe(200);
  });

  it('sells nothing twice: the same wish is answered with what was bought', async () => {
    const { id } = await paid();
    const first = await buy(id);
    expect(await buy(id)).toMatchObject({ status: 200, body: first.body });
    expect(orders).toHaveLength(1);
    expect(await buy(id, { license: 'extended' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'You have this module already, under the Standard license.' },
    });
    expect(await stored(id)).toHaveLength(1);
  });

  it('sells one of twenty at once', async () => {
    const { id } = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ body }) => purchaseIn(body)._id)).size).toBe(1);
    expect(await stored(id)).toHaveLength(1);
    expect(refunds).toEqual([]);
    // Whatever the provider hears goes by one name, under which it charges once.
    expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
  });

  it('sells under one of two licenses at once', async () => {
    const { id } = await paid();
    const wishes = Array.from({ length: 10 }, () => ['standard', 'extended']).flat();
    const answers = await Promise.all(wishes.map((license) => buy(id, { license })));
    const [bought, ...more] = await stored(id);
    expect(more).toEqual([]);
    const taken = answers.filter(({ status }) => status < 300);
    expect(taken).toHaveLength(10);
    expect(new Set(taken.map(({ body }) => purchaseIn(body).license))).toEqual(new Set([bought?.license]));
    // What the other license would have cost was paid under a name of its own, and is given back.
    expect(refunds.map(({ cents }) => cents)).not.toContain(bought?.priceCents);
    expect(refunds).toHaveLength(orders.filter(({ cents }) => cents !== bought?.priceCents).length);
  });

  it('stores nothing that was not paid', async () => {
    const { id } = await paid();
    isBroke = true;
    expect(await buy(id)).toMatchObject({ status: 409, body: { message: 'The card was declined.' } });
    expect(await stored(id)).toEqual([]);
    isBroke = false;
    expect((await buy(id)).status).toBe(201);
  });

  it('sells for the price that the buyer was told, and for no other', async () => {
    const { id } = await paid();
    await test.db.update(modules).set({ priceCents: 100_000 }).where(eq(modules.id, id));
    const message = 'The price has changed to $3,000.00. You have not bought this module.';
    expect(await buy(id, { license: 'extended', priceCents: 5850 })).toMatchObject({ status: 409, body: { message } });
    expect([orders, await stored(id)]).toEqual([[], []]);
    expect((await buy(id, { license: 'extended', priceCents: 300_000 })).body).toMatchObject({
      purchase: { priceCents: 300_000 },
    });
    // What is bought stays bought, whatever it costs by now.
    expect((await buy(id, { license: 'extended', priceCents: 5850 })).status).toBe(200);
  });

  it('keeps what was charged, where that was paid before the price changed', async () => {
    const { id } = await paid();
    const charged = jest.spyOn(testPayments, 'pay').mockResolvedValueOnce({ name: 'earlier', cents: 1500 });
    expect((await buy(id)).body).toMatchObject({ purchase: { priceCents: 1500 } });
    charged.mockRestore();
  });

  const GONE = 'This module was taken out of the Toolbox while you paid. You get your payment back.';
  const remove = (id: string) => test.request('DELETE', `/api/modules/${id}`, { as: author });
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['deleted', remove],
    [
      'deleted, while others keep it,',
      async (id) => {
        await buildPurchase(test, id, await test.signedIn('seeker'));
        await remove(id);
      },
    ],
    ['unpublished', (id) => test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id))],
  ])('gives back what was paid for a module that was %s meanwhile', async (_how, take) => {
    const { id } = await paid();
    meanwhile = () => take(id);
    expect(await buy(id)).toMatchObject({ status: 404, body: { code: 'not_found', message: GONE } });
    expect(refunds).toMatchObject([{ name: expect.stringMatching(/^test-/), cents: 1950 }]);
    expect((await stored(id)).filter(({ userId }) => userId === buyer.user.id)).toEqual([]);
    expect((await test.request('GET', `/api/modules/${id}`, { as: buyer })).status).toBe(404);
  });

  it('sells and keeps it, or gives the payment back, where its author deletes it at the same moment', async () => {
    const offered = await Promise.all(Array.from({ length: 10 }, paid));
    const answers = await Promise.all(offered.map(async ({ id }) => (await Promise.all([buy(id), remove(id)]))[0]));
    for (const [index, { id }] of offered.entries()) {
      const isSold = answers[index]?.status === 201;
      expect(isSold || answers[index]?.status === 404).toBe(true);
      expect((await download(test, id, buyer)).statusCode).toBe(isSold ? 200 : 404);
    }
    const sold = answers.filter(({ status }) => status === 201).length;
    expect(refunds).toHaveLength(orders.length - sold);
  });

  it('answers the same where the provider cannot give it back just then', async () => {
    const { id } = await paid();
    meanwhile = async () => {
      await remove(id);
      isBroke = true;
    };
    expect(await buy(id)).toMatchObject({ status: 404, body: { message: GONE } });
    expect(refunds).toHaveLength(1);
  });

  it('does not sell one’s own, nor a free one', async () => {
    const own = await buildModule(test, buyer, { priceCents: 900 });
    const free = await buildModule(test, author, { priceCents: 0 });
    const refused = (message: string) => ({ status: 409, body: { code: 'conflict', message } });
    expect(await buy(own.id)).toMatchObject(refused('This is your own module: you have it already.'));
    expect(await buy(free.id)).toMatchObject(refused('This module is free: there is nothing to buy.'));
    expect([orders, await stored(own.id), await stored(free.id)]).toEqual([[], [], []]);
  });
});

describe('a deployment without payments', () => {
  it('sells nothing, and changes nothing; what was bought before and what is free is there', async () => {
    const closed = await createTestApp({ config: { payments: 'none' } });
    const [seller, customer] = [await closed.signedIn('solver'), await closed.signedIn('seeker')];
    const { id } = await buildModule(closed, seller, { priceCents: 1950 });
    const had = await buildModule(closed, seller, { priceCents: 1950 });
    const free = await buildModule(closed, seller, { priceCents: 0 });
    await buildPurchase(closed, had.id, customer);
    const ask = (module: string) =>
      closed.request('POST', `/api/modules/${module}/purchase`, { as: customer, payload: { license: 'standard' } });
    expect(await ask(id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Modules with a price cannot be bought here yet. Free ones can be downloaded.' },
    });
    expect(await closed.db.select().from(modulePurchases).where(eq(modulePurchases.moduleId, id))).toEqual([]);
    expect((await ask(had.id)).status).toBe(200);
    for (const module of [had, free]) expect((await download(closed, module.id, customer)).statusCode).toBe(200);
    expect(await ask(free.id)).toMatchObject({ body: { message: 'This module is free: there is nothing to buy.' } });
    await closed.close();
  });
});
