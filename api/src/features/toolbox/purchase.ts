import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import type { PurchaseResponse, PurchaseLicense } from '@solvent/contracts';
import { purchaseRules } from '@solvent/contracts/rules/actions';
import { json } from '@solvent/contracts/schemas';
import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { requireCaller } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import type { App } from '../../platform/http/app.ts';
import { modulePurchases, modules } from '../../schema/index.ts';
import type { ModulePurchaseRow, UserRow } from '../../schema/index.ts';
import { formatDollars, LICENSE_NAMES, notifySeller } from './notifications.ts';
import { presentPurchase, purchaseSchema } from './presenter.ts';
import { moduleParams } from './service.ts';
import { findVisibleModule } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { AppError, conflict } from '../../platform/errors/app-error.ts';
import { responseSchema } from '../../platform/http/response-schema.ts';
import type { Transact } from '../../platform/outbox/outbox.ts';
import type { Payment, Payments } from '../../platform/payments/payments.ts';

type Buyer = Pick<UserRow, 'id' | 'name' | 'image'>;

interface PurchaseResult {
  purchase: ModulePurchaseRow;
  isNew: boolean;
}

async function findPurchase(db: Executor, moduleId: string, userId: string): Promise<ModulePurchaseRow | undefined> {
  const own = and(eq(modulePurchases.moduleId, moduleId), eq(modulePurchases.userId, userId));
  return (await db.select().from(modulePurchases).where(own))[0];
}

type NewPurchase = Omit<typeof modulePurchases.$inferInsert, 'title' | 'version' | 'userId'>;

/** Locks the module against unpublishing and deletion. @returns undefined if it is no longer on sale */
function storePurchase(transact: Transact, values: NewPurchase, buyer: Buyer): Promise<PurchaseResult | undefined> {
  return transact(async (tx, events) => {
    const onSale = and(eq(modules.id, values.moduleId), eq(modules.status, 'published'));
    const { title, version } = modules;
    const [module] = await tx.select({ title, version }).from(modules).where(onSale).for('share');
    const row = module && { ...values, ...module, userId: buyer.id };
    const [stored] = row === undefined ? [] : await tx.insert(modulePurchases).values(row).onConflictDoNothing().returning();
    if (stored !== undefined) {
      await notifySeller(tx, events, stored, buyer);
      return { purchase: stored, isNew: true };
    }
    const existing = await findPurchase(tx, values.moduleId, buyer.id);
    return existing && { purchase: existing, isNew: false };
  });
}

interface PurchaseRequest {
  buyer: Buyer;
  idOrSlug: string;
  license: PurchaseLicense;
  /** Price that the buyer saw; undefined skips the check. */
  expectedCents: number | undefined;
}

function assertSameLicense(purchase: ModulePurchaseRow, license: PurchaseLicense): void {
  if (purchase.license !== license)
    throw conflict(`You already have this module under the ${LICENSE_NAMES[purchase.license]} license.`);
}

/** Returns the price in US cents (decision 0015). @throws AppError `conflict` if the buyer can't buy it at the expected price */
function checkPrice(module: VisibleModule, { license, expectedCents }: PurchaseRequest): number {
  if (module.isOwn) throw conflict('This is your own module. You already have it.');
  if (module.priceCents === 0) throw conflict('This module is free. You can download it without buying it.');
  const cents = module.priceCents * (license === 'extended' ? EXTENDED_LICENSE_FACTOR : 1);
  if (expectedCents !== undefined && expectedCents !== cents)
    throw conflict(`The price has changed to ${formatDollars(cents)}. You were not charged.`);
  return cents;
}

// The log is the team's to-do list for refunds.
async function refund(payments: Payments, payment: Payment, log: FastifyBaseLogger): Promise<void> {
  try {
    await payments.refund(payment);
  } catch (error) {
    log.error({ err: error, payment }, 'Refund failed: refund this payment manually');
  }
}

/**
 * Buys a module once. The payment happens first, under a key of user, module and license, so that a retry does not pay twice.
 * A payment without a purchase is refunded: the module is no longer on sale, or a purchase with another license was faster.
 * @throws AppError `not_found`; `conflict` for an own or free module, another price or another license
 */
async function buyModule(
  deps: Pick<Deps, 'db' | 'payments' | 'transact'>,
  request: PurchaseRequest,
  log: FastifyBaseLogger,
): Promise<PurchaseResult> {
  const { db, payments, transact } = deps;
  const { buyer, license } = request;
  const module = await findVisibleModule(db, request.idOrSlug, buyer.id);
  const existing = await findPurchase(db, module.id, buyer.id);
  if (existing !== undefined) {
    assertSameLicense(existing, license);
    return { purchase: existing, isNew: false };
  }
  const order = { key: [module.id, buyer.id, license].join(' '), cents: checkPrice(module, request), subject: module.title };
  const payment = await payments.pay(order);
  const paid = { license, priceCents: payment.cents, payment: payment.name, testMode: payments.testMode, createdAt: new Date() };
  const result = await storePurchase(transact, { ...paid, moduleId: module.id }, buyer);
  if (result?.purchase.payment !== payment.name) await refund(payments, payment, log);
  if (result === undefined)
    throw new AppError('not_found', 'This module was taken out of the Toolbox while you paid. You get your payment back.');
  assertSameLicense(result.purchase, license);
  return result;
}

/** POST /modules/:id/purchase: 201 for a new purchase, 200 for an existing one. */
export function purchaseRoute(app: App, deps: Deps): void {
  app.post(
    '/modules/:id/purchase',
    {
      config: { access: 'signed-in', limit: 'purchase' },
      schema: {
        tags: ['modules'],
        params: moduleParams,
        body: purchaseRules,
        response: { 200: purchaseResponse, 201: purchaseResponse },
      },
    },
    async (request, reply) => {
      const { license, priceCents: expectedCents } = request.body;
      const order = { buyer: requireCaller(request).user, idOrSlug: request.params.id, license, expectedCents };
      const { purchase, isNew } = await buyModule(deps, order, request.log);
      reply.code(isNew ? 201 : 200);
      return { purchase: presentPurchase(purchase) };
    },
  );
}

const purchaseResponse = responseSchema<PurchaseResponse>(json.object({ purchase: purchaseSchema }));
