import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { DemoDeps } from '../../../api/src/demo.ts';
import type { Executor, Tx } from '../../../api/src/platform/db/connect.ts';
import {
  agreementChanges,
  agreements,
  bids,
  comments,
  conversations,
  disputes,
  files,
  messages,
  moduleDownloads,
  moduleFigures,
  moduleMedia,
  modulePurchases,
  moduleReviews,
  modules,
  moduleVersions,
  notifications,
  participants,
  paymentDetails,
  personReviews,
  problemEvents,
  problemInvitations,
  problems,
  problemViews,
  savedProblems,
  users,
} from '../../../api/src/schema/index.ts';
import { DEMO_PASSWORD } from '../../../api/src/preflight/demo-accounts.ts';
import { buildDemoRows } from './demo-rows.ts';
import type { DemoRows } from './demo-rows.ts';
import type { AgreementRows } from './rows/agreements.ts';
import type { ModuleRows } from './rows/modules.ts';

/** An arbitrary number that identifies the advisory lock. */
const SEED_LOCK = 7_301_966;

/** Number of files after which progress is reported. */
const FILES_PER_STEP = 10;

async function isEmpty(db: Executor): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length === 0;
}

/** Stores the figures, versions, pictures, purchases, downloads and reviews of stored modules. */
async function storeModuleActivity(tx: Tx, stored: ModuleRows[]): Promise<void> {
  for (const { row, figures } of stored) await tx.update(moduleFigures).set(figures).where(eq(moduleFigures.moduleId, row.id));
  await tx.insert(moduleVersions).values(stored.flatMap(({ versions }) => versions));
  await tx.insert(moduleMedia).values(stored.flatMap(({ media }) => media));
  const purchases = stored.flatMap((module) => module.purchases);
  if (purchases.length > 0) await tx.insert(modulePurchases).values(purchases);
  const downloads = stored.flatMap((module) => module.downloads);
  if (downloads.length > 0) await tx.insert(moduleDownloads).values(downloads);
  const reviews = stored.flatMap((module) => module.reviews);
  if (reviews.length > 0) await tx.insert(moduleReviews).values(reviews);
}

/** Stores agreements with their changes, disputes and events. Their bids must be stored. */
async function storeAgreements(tx: Tx, stored: AgreementRows[]): Promise<void> {
  await tx.insert(agreements).values(stored.map(({ row }) => row));
  await tx.insert(agreementChanges).values(stored.flatMap(({ changes }) => changes));
  await tx.insert(disputes).values(stored.flatMap((one) => one.disputes));
  await tx.insert(problemEvents).values(stored.flatMap(({ events }) => events));
}

async function store(tx: Tx, rows: DemoRows): Promise<void> {
  await tx.insert(users).values(rows.accounts.map(({ row }) => row));
  await tx.insert(paymentDetails).values(rows.accounts.flatMap((account) => account.paymentDetails));
  await tx.insert(files).values(rows.files.map(({ row }) => row));
  await tx.insert(problems).values(rows.problems.map(({ row }) => row));
  await tx.insert(problemViews).values(rows.problems.map(({ views }) => views));
  await tx.insert(problemEvents).values(rows.events);
  await tx.insert(bids).values(rows.bids.map(({ row }) => row));
  await storeAgreements(tx, rows.agreements);
  await tx.insert(problemInvitations).values(rows.invitations.map(({ row }) => row));
  await tx.insert(comments).values(rows.comments);
  await tx.insert(personReviews).values(rows.reviews);
  await tx.insert(savedProblems).values(rows.saved);
  await tx.insert(modules).values(rows.modules.map(({ row }) => row));
  await storeModuleActivity(tx, rows.modules);
  await tx.insert(conversations).values(rows.conversations.map(({ row }) => row));
  await tx.insert(participants).values(rows.conversations.flatMap((conversation) => conversation.participants));
  await tx.insert(messages).values(rows.conversations.flatMap((conversation) => conversation.messages));
  await tx.insert(notifications).values(rows.notifications);
}

/**
 * Fills an empty database with the demo data in one transaction. If two servers start at the same time, one of them does it. Files
 * are stored first, because an unreferenced file does no harm.
 * @param now reference time of the ages in the data
 * @returns whether it filled the database; false if it has accounts
 */
export async function seedDemo(
  { db, files: fileStore, passwords, onStep }: Pick<DemoDeps, 'db' | 'files' | 'passwords' | 'onStep'>,
  now = new Date(),
): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  onStep?.('texts, pictures and modules');
  const [known, unknown] = await Promise.all([passwords.hash(DEMO_PASSWORD), passwords.hash(randomUUID())]);
  const rows = await buildDemoRows(now, { known, unknown });
  let stored = 0;
  await Promise.all(
    rows.files.map(async ({ row, content }) => {
      await fileStore.put(row.storageKey, content);
      stored += 1;
      if (stored % FILES_PER_STEP === 0) onStep?.(`${stored} of ${rows.files.length} files`);
    }),
  );
  onStep?.('rows');
  const filled = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${SEED_LOCK})`);
    if (!(await isEmpty(tx))) return false;
    await store(tx, rows);
    return true;
  });
  // The embedded database does not gather statistics by itself, and chooses poor plans without them.
  if (filled) await db.execute(sql`ANALYZE`);
  return filled;
}
