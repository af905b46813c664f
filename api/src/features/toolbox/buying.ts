import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import type { PurchaseResponse, PurchaseLicense } from '@solvent/contracts';
import { purchaseRules } from '@solvent/contracts/rules/actions';
import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { requireCaller } from '../../access.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import type { UserRow } from '../accounts/schema.ts';
import { dollars, LICENSE_NAMES, tellOfSale } from './news.ts';
import { presentPurchase, purchaseSchema } from './presenter.ts';
import { moduleParams } from './queries.ts';
import { findVisible } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import { modulePurchases, modules } from './schema.ts';
import type { ModulePurchaseRow } from './schema.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { AppError, conflict } from '../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import type { Transact } from '../../platform/outbox/outbox.ts';
import type { Payment, Payments } from '../../platform/payments/payments.ts';

/** The purchase that stands now, and whether it is the one that was to be kept. */
interface Kept {
  /** Undefined where nothing was sold: the module is not on sale any more. */
  purchase: ModulePurchaseRow | undefined;
  isNew: boolean;
}

/** What somebody has bought of this module; undefined while that is nothing. */
async function findPurchase(db: Executor, moduleId: string, userId: string): Promise<ModulePurchaseRow | undefined> {
  const own = and(eq(modulePurchases.moduleId, moduleId), eq(modulePurchases.userId, userId));
  return (await db.select().from(modulePurchases).where(own))[0];
}

/** What was paid for; what the module is called, and its version, are read with its row held. */
type Paid = Omit<typeof modulePurchases.$inferInsert, 'title' | 'version' | 'userId'>;

/**
 * Keeps what was paid for, if the module is still on sale and this person has not bought it before, and tells its author. Whoever
 * takes it out of the catalogue or deletes it at the same time waits for this, or this for them.
 */
function keepPurchase(transact: Transact, paid: Paid, buyer: Buyer): Promise<Kept> {
  return transact(async (tx, events) => {
    const onSale = and(eq(modules.id, paid.moduleId), eq(modules.status, 'published'));
    const { title, version } = modules;
    const [held] = await tx.select({ title, version }).from(modules).where(onSale).for('share');
    const row = held && { ...paid, ...held, userId: buyer.id };
    const [kept] = row === undefined ? [] : await tx.insert(modulePurchases).values(row).onConflictDoNothing().returning();
    if (kept === undefined) return { purchase: await findPurchase(tx, paid.moduleId, buyer.id), isNew: false };
    await tellOfSale(tx, events, kept, buyer);
    return { purchase: kept, isNew: true };
  });
}

type Buyer = Pick<UserRow, 'id' | 'name' | 'image'>;

/** Who buys which module for what. */
interface Wish {
  buyer: Buyer;
  idOrSlug: string;
  license: PurchaseLicense;
  /** What the buyer was told that it costs; absent: whatever it costs. */
  seenCents: number | undefined;
}

/** What somebody has bought, and whether just now. */
interface Bought {
  purchase: ModulePurchaseRow;
  isNew: boolean;
}

/** The same wish again is answered with what was bought. @throws AppError `conflict` where it was another licence */
function asWished(purchase: ModulePurchaseRow, license: PurchaseLicense): ModulePurchaseRow {
  if (purchase.license === license) return purchase;
  throw conflict(`You have this module already, under the ${LICENSE_NAMES[purchase.license]} license.`);
}

/** US cents of a module under a licence (decision 0015). */
const priceOf = ({ priceCents }: VisibleModule, license: PurchaseLicense) =>
  license === 'extended' ? priceCents * EXTENDED_LICENSE_FACTOR : priceCents;

/** What it costs, if it can be bought by this person for what they were told. @throws AppError `conflict` */
function priceFor(module: VisibleModule, { license, seenCents }: Wish): number {
  if (module.own) throw conflict('This is your own module: you have it already.');
  if (module.priceCents === 0) throw conflict('This module is free: there is nothing to buy.');
  const cents = priceOf(module, license);
  if (seenCents !== undefined && seenCents !== cents)
    throw conflict(`The price has changed to ${dollars(cents)}. You have not bought this module.`);
  return cents;
}

/** Gives back what nothing was sold for; where the provider fails, the team reads in the log whom it owes what. */
async function giveBack(payments: Payments, payment: Payment, log: FastifyBaseLogger): Promise<void> {
  try {
    await payments.refund(payment);
  } catch (error) {
    log.error({ err: error, payment }, 'A payment for a module that was not sold must be given back by hand');
  }
}

/**
 * Buys a module, once: whoever asks again, or fifty times at once, gets what was bought and pays nothing more. The payment
 * comes first and under a name of its own for this person, module and licence, so that what breaks in between is made up for by
 * asking again; the database lets one purchase in. What was paid and not sold, since the module went meanwhile or another
 * licence was quicker, is given back.
 * @throws AppError `not_found`; `conflict` for one's own module, a free one, another price, or one that is there under another
 *   licence
 */
async function buyModule(deps: Pick<Deps, 'db' | 'payments' | 'transact'>, wish: Wish, log: FastifyBaseLogger): Promise<Bought> {
  const { db, payments, transact } = deps;
  const { buyer, license } = wish;
  const module = await findVisible(db, wish.idOrSlug, buyer.id);
  const there = await findPurchase(db, module.id, buyer.id);
  if (there !== undefined) return { purchase: asWished(there, license), isNew: false };
  const order = { key: [module.id, buyer.id, license].join(' '), cents: priceFor(module, wish), subject: module.title };
  const payment = await payments.pay(order);
  const paid = { license, priceCents: payment.cents, payment: payment.name, testMode: payments.testMode, createdAt: new Date() };
  const { isNew, purchase } = await keepPurchase(transact, { ...paid, moduleId: module.id }, buyer);
  if (purchase?.payment !== payment.name) await giveBack(payments, payment, log);
  if (purchase === undefined)
    throw new AppError('not_found', 'This module was taken out of the Toolbox while you paid. You get your payment back.');
  return { purchase: asWished(purchase, license), isNew };
}

/** POST /modules/:id/purchase: 201 for what is bought now, 200 for what was. */
export function purchaseRoute(app: App, deps: Deps): void {
  app.post(
    '/modules/:id/purchase',
    {
      config: { access: 'signed-in', limit: 'purchase' },
      schema: {
        tags: ['modules'],
        params: moduleParams,
        body: purchaseRules,
        response: { 200: purchaseAnswer, 201: purchaseAnswer },
      },
    },
    async (request, reply) => {
      const { params, body, log } = request;
      const wish = { buyer: requireCaller(request).user, idOrSlug: params.id, license: body.license, seenCents: body.priceCents };
      const { purchase, isNew } = await buyModule(deps, wish, log);
      reply.code(isNew ? 201 : 200);
      return { purchase: presentPurchase(purchase) };
    },
  );
}

/** `{ purchase }`. */
const purchaseAnswer = responseSchema<PurchaseResponse>(json.object({ purchase: purchaseSchema }));
