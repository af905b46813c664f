import { EXTENDED_LICENSE_FACTOR, PURCHASE_LICENSES } from '@solvent/contracts';
import type { Purchase, PurchaseAnswer, PurchaseLicense } from '@solvent/contracts';
import { purchaseRules } from '@solvent/contracts/rules';
import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { signedIn } from '../../access.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import { moduleParams } from './queries.ts';
import { findVisible } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import { modulePurchases, modules } from './schema.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import type { Payment, Payments } from '../../platform/payments/payments.ts';

/** What somebody has bought, as it is stored. */
type PurchaseRow = typeof modulePurchases.$inferSelect;

/** The purchase that stands now, and whether it is the one that was to be kept. */
interface Kept {
  /** Undefined where nothing was sold: the module is not on sale any more. */
  purchase: PurchaseRow | undefined;
  isNew: boolean;
}

/** What somebody has bought of this module; undefined while that is nothing. */
async function findPurchase(db: Executor, moduleId: string, userId: string): Promise<PurchaseRow | undefined> {
  const own = and(eq(modulePurchases.moduleId, moduleId), eq(modulePurchases.userId, userId));
  return (await db.select().from(modulePurchases).where(own))[0];
}

/**
 * Keeps what was paid for, if the module is still on sale and this person has not bought it before. Whoever takes it out of
 * the catalogue or deletes it at the same time waits for this, or this for them.
 */
function keepPurchase(db: Db, paid: typeof modulePurchases.$inferInsert): Promise<Kept> {
  return db.transaction(async (tx) => {
    const onSale = and(eq(modules.id, paid.moduleId), eq(modules.status, 'published'));
    const held = await tx.select({ id: modules.id }).from(modules).where(onSale).for('share');
    const kept = held.length === 0 ? [] : await tx.insert(modulePurchases).values(paid).onConflictDoNothing().returning();
    return { purchase: kept[0] ?? (await findPurchase(tx, paid.moduleId, paid.userId)), isNew: kept.length > 0 };
  });
}

/** Who buys which module for what. */
interface Wish {
  buyerId: string;
  idOrSlug: string;
  license: PurchaseLicense;
  /** What the buyer was told that it costs; absent: whatever it costs. */
  seenCents: number | undefined;
}

/** What somebody has bought, and whether just now. */
interface Bought {
  purchase: PurchaseRow;
  isNew: boolean;
}

const conflict = (sentence: string) => new AppError('conflict', sentence);

/** The same wish again is answered with what was bought. @throws AppError `conflict` where it was another licence */
function asWished(purchase: PurchaseRow, license: PurchaseLicense): PurchaseRow {
  if (purchase.license === license) return purchase;
  throw conflict(`You have this module already, under the ${purchase.license === 'standard' ? 'Standard' : 'Extended'} license.`);
}

/** US cents of a module under a licence (decision 0015). */
const priceOf = ({ priceCents }: VisibleModule, license: PurchaseLicense) =>
  license === 'extended' ? priceCents * EXTENDED_LICENSE_FACTOR : priceCents;

const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

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
async function buyModule({ db, payments }: Pick<Deps, 'db' | 'payments'>, wish: Wish, log: FastifyBaseLogger): Promise<Bought> {
  const { buyerId, license } = wish;
  const module = await findVisible(db, wish.idOrSlug, buyerId);
  const there = await findPurchase(db, module.id, buyerId);
  if (there !== undefined) return { purchase: asWished(there, license), isNew: false };
  const order = { key: [module.id, buyerId, license].join(' '), cents: priceFor(module, wish), subject: module.title };
  const payment = await payments.pay(order);
  const paid = { license, priceCents: payment.cents, payment: payment.name, testMode: payments.testMode, createdAt: new Date() };
  const { isNew, purchase } = await keepPurchase(db, { ...paid, moduleId: module.id, userId: buyerId });
  if (purchase?.payment !== payment.name) await giveBack(payments, payment, log);
  if (purchase === undefined)
    throw new AppError('not_found', 'This module was taken out of the Toolbox while you paid. You get your payment back.');
  return { purchase: asWished(purchase, license), isNew };
}

function presentPurchase({ id, moduleId, license, priceCents, testMode, createdAt }: Bought['purchase']): Purchase {
  return { _id: id, moduleId, license, priceCents, testMode, createdAt: createdAt.toISOString() };
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
      const wish = { buyerId: signedIn(request).user.id, idOrSlug: params.id, license: body.license, seenCents: body.priceCents };
      const { purchase, isNew } = await buyModule(deps, wish, log);
      reply.code(isNew ? 201 : 200);
      return { purchase: presentPurchase(purchase) };
    },
  );
}

/** `{ purchase }`. */
const purchaseAnswer = answerSchema<PurchaseAnswer>(
  json.object({
    purchase: json.object({
      _id: json.id,
      moduleId: json.id,
      license: json.oneOf(PURCHASE_LICENSES),
      priceCents: json.integer,
      testMode: json.yes,
      createdAt: json.time,
    }),
  }),
);
