import { and, eq } from 'drizzle-orm';
import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import type { PurchaseLicense } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import { modulePurchases } from '../../../platform/db/schema/modules.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { findVisible } from '../../../platform/modules/visible-module.ts';
import type { VisibleModule } from '../../../platform/modules/visible-module.ts';

type PurchaseRow = typeof modulePurchases.$inferSelect;

/** Who buys which module for what. */
interface Wish {
  buyerId: string;
  idOrSlug: string;
  license: PurchaseLicense;
}

/** What somebody has bought, and whether just now. */
export interface Bought {
  purchase: PurchaseRow;
  isNew: boolean;
}

const conflict = (sentence: string) => new AppError('conflict', sentence);

async function findPurchase(db: Executor, moduleId: string, userId: string): Promise<PurchaseRow | undefined> {
  const own = and(eq(modulePurchases.moduleId, moduleId), eq(modulePurchases.userId, userId));
  return (await db.select().from(modulePurchases).where(own))[0];
}

/** The same wish again is answered with what was bought. @throws AppError `conflict` where it was another licence */
function asWished(purchase: PurchaseRow, license: PurchaseLicense): PurchaseRow {
  if (purchase.license === license) return purchase;
  throw conflict(`You have this module already, under the ${purchase.license === 'standard' ? 'Standard' : 'Extended'} license.`);
}

/** What may be bought, by whom. @throws AppError `conflict` */
function refuseUnsellable({ own, priceCents }: VisibleModule): void {
  if (own) throw conflict('This is your own module: you have it already.');
  if (priceCents === 0) throw conflict('This module is free: there is nothing to buy.');
}

/** US cents of a module under a licence (decision 0015). */
const priceOf = ({ priceCents }: VisibleModule, license: PurchaseLicense) =>
  license === 'extended' ? priceCents * EXTENDED_LICENSE_FACTOR : priceCents;

/**
 * Buys a module, once: whoever asks again, or fifty times at once, gets what was bought and pays nothing more. The payment
 * comes first and under a name of its own for this person and module, so that what breaks in between is made up for by asking
 * again; the database lets one purchase in.
 * @throws AppError `not_found`; `conflict` for one's own module, a free one, or one that is there under another licence
 */
export async function buyModule({ db, payments }: Pick<Deps, 'db' | 'payments'>, wish: Wish): Promise<Bought> {
  const { buyerId, license } = wish;
  const module = await findVisible(db, wish.idOrSlug, buyerId);
  const there = await findPurchase(db, module.id, buyerId);
  if (there !== undefined) return { purchase: asWished(there, license), isNew: false };
  refuseUnsellable(module);
  const cents = priceOf(module, license);
  const payment = await payments.pay({ key: `${module.id} ${buyerId}`, cents, subject: module.title });
  const paid = { license, priceCents: cents, payment: payment.name, testMode: payments.testMode, createdAt: new Date() };
  const [bought] = await db
    .insert(modulePurchases)
    .values({ moduleId: module.id, userId: buyerId, ...paid })
    .onConflictDoNothing()
    .returning();
  if (bought !== undefined) return { purchase: bought, isNew: true };
  const earlier = await findPurchase(db, module.id, buyerId);
  if (earlier === undefined) throw new Error('A purchase was refused as the second one, but there is no first');
  return { purchase: asWished(earlier, license), isNew: false };
}
