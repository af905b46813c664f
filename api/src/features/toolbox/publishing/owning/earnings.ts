import { eq, sql } from 'drizzle-orm';
import { MODULE_TERMS } from '@solvent/contracts';
import type { Earnings } from '@solvent/contracts';
import type { Db } from '../../../../platform/db/connect.ts';
import { modulePurchases, modules } from '../../schema.ts';

const THRESHOLD_CENTS = MODULE_TERMS.payoutThresholdDollars * 100;

/** Sums of one module, or of all of an author. */
export interface Sales {
  salesCents: number;
  salesCount: number;
}

/** What was paid for the modules of a query, before the fee. */
export const SALES_COLUMNS = {
  salesCents: sql<number>`coalesce(sum(${modulePurchases.priceCents}), 0)::float8`,
  salesCount: sql<number>`count(${modulePurchases.id})::int`,
};

/**
 * What an author has earned, with the fee, and the sales that are missing until it is paid out: the threshold is one of sales, so
 * before the fee (spec 1). Deleted modules count.
 */
export async function earningsOf(db: Db, authorId: string): Promise<Earnings> {
  const [sums] = await db
    .select({ ...SALES_COLUMNS, testMode: sql<boolean>`coalesce(bool_or(${modulePurchases.testMode}), true)` })
    .from(modulePurchases)
    .innerJoin(modules, eq(modules.id, modulePurchases.moduleId))
    .where(eq(modules.authorId, authorId));
  const { salesCents, testMode } = sums ?? { salesCents: 0, testMode: true };
  const feeCents = Math.round((salesCents * MODULE_TERMS.feePercent) / 100);
  const netCents = salesCents - feeCents;
  return { salesCents, feeCents, netCents, missingCents: Math.max(0, THRESHOLD_CENTS - salesCents), testMode };
}
