import type { Agreement, AgreementChange, Delivery, Dispute, PersonSummary } from '@solvent/contracts';
import type { agreementsQueryRules } from '@solvent/contracts/rules/queries';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { InferType } from 'yup';
import { agreementChanges, agreements, disputes, earlierDeliveries, problems, users } from '../../../schema/index.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from '../../../schema/index.ts';
import { nestedFiles } from '../attachments.ts';
import { isParty } from '../problems/changes.ts';
import { hasRated } from '../reviews/reviews.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { receiptNumber } from '../../../platform/receipt-number.ts';
import { toIsoDates } from '../../accounts/index.ts';
import type { FileLinks } from '../../files/index.ts';

export const seekers = alias(users, 'seekers');
export const solvers = alias(users, 'solvers');

const nestedChanges = (db: Executor) =>
  nestedRows(getTableColumns(agreementChanges), (column) =>
    db
      .select(column)
      .from(agreementChanges)
      .where(eq(agreementChanges.agreementId, agreements.id))
      .orderBy(asc(agreementChanges.createdAt), asc(agreementChanges.id)),
  );

const nestedEarlierDeliveries = (db: Executor) =>
  nestedRows(
    { delivery: getTableColumns(earlierDeliveries), files: nestedFiles(db, 'earlierDelivery', earlierDeliveries.id) },
    (column) =>
      db
        .select(column)
        .from(earlierDeliveries)
        .where(eq(earlierDeliveries.agreementId, agreements.id))
        .orderBy(asc(earlierDeliveries.deliveredAt), asc(earlierDeliveries.id)),
  );

/** Selects the dispute of an agreement, as an array with at most one item. */
const nestedDisputes = (db: Executor) =>
  nestedRows(getTableColumns(disputes), (column) =>
    db.select(column).from(disputes).where(eq(disputes.agreementId, agreements.id)),
  );

const columns = (db: Executor) => ({
  agreement: getTableColumns(agreements),
  problemTitle: problems.title,
  seeker: { _id: seekers.id, name: seekers.name, image: seekers.image },
  solver: { _id: solvers.id, name: solvers.name, image: solvers.image },
  files: nestedFiles(db, 'delivery', agreements.id),
  earlier: nestedEarlierDeliveries(db),
  changes: nestedChanges(db),
  disputes: nestedDisputes(db),
  ratedBySeeker: hasRated(db, agreements.seekerId, agreements.solverId),
  ratedBySolver: hasRated(db, agreements.solverId, agreements.seekerId),
});

/** Selects the viewer's latest agreement on the problem of the outer query, as a column with at most one row. */
export const nestedAgreement = (db: Executor, viewerId: SQLWrapper) =>
  nestedRows(columns(db), (column) =>
    db
      .select(column)
      .from(agreements)
      .innerJoin(seekers, eq(seekers.id, agreements.seekerId))
      .innerJoin(solvers, eq(solvers.id, agreements.solverId))
      .where(and(eq(agreements.problemId, problems.id), isParty(viewerId)))
      .orderBy(desc(agreements.acceptedAt), desc(agreements.id))
      .limit(1),
  );

export const selectAgreements = (db: Executor) =>
  db
    .select(columns(db))
    .from(agreements)
    .innerJoin(problems, eq(problems.id, agreements.problemId))
    .innerJoin(seekers, eq(seekers.id, agreements.seekerId))
    .innerJoin(solvers, eq(solvers.id, agreements.solverId))
    .$dynamic();

export type FoundAgreement = Awaited<ReturnType<typeof selectAgreements>>[number];

type AgreementsQuery = InferType<typeof agreementsQueryRules>;

export async function listAgreements(
  db: Db,
  userId: string,
  { status, page, limit }: AgreementsQuery,
): Promise<{ found: FoundAgreement[]; total: number }> {
  const { id, seekerId, solverId, acceptedAt } = agreements;
  const selectSide = (side: typeof seekerId | typeof solverId) =>
    db
      .select({ id, acceptedAt })
      .from(agreements)
      .where(and(eq(side, userId), status && eq(agreements.status, status)));
  // A union instead of `OR`: each side reads an index in the order of the list.
  const own = unionAll(selectSide(seekerId), selectSide(solverId)).as('own');
  const onPage = db
    .select({ id: own.id })
    .from(own)
    .orderBy(desc(own.acceptedAt), desc(own.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('chosen');
  const found = await selectAgreements(db).innerJoin(onPage, eq(onPage.id, id)).orderBy(desc(acceptedAt), desc(id));
  return { found, total: await db.$count(own) };
}

/** Finds an agreement; undefined unless the user is a party. */
export async function findAgreement(db: Executor, id: string, userId: string): Promise<FoundAgreement | undefined> {
  const [found] = await selectAgreements(db).where(and(eq(agreements.id, id), isParty(userId)));
  return found;
}

export const findOpenDisputes = (db: Executor): Promise<FoundAgreement[]> =>
  selectAgreements(db)
    .innerJoin(disputes, and(eq(disputes.agreementId, agreements.id), sql`${disputes.decidedAt} IS NULL`))
    .orderBy(asc(disputes.openedAt));

type People = Pick<FoundAgreement, 'seeker' | 'solver'>;

const presentParty = ({ seeker, solver }: People, id: string): PersonSummary => (id === seeker._id ? seeker : solver);

// The responses' schemas leave out the other columns.
const presentChange = (people: People, { id, ...change }: AgreementChangeRow): AgreementChange => ({
  ...toIsoDates(change),
  _id: id,
  proposedBy: presentParty(people, change.proposedBy),
  before: { amount: change.amountBefore, dueAt: change.dueBefore.toISOString() },
});

function presentDispute(people: People, dispute: DisputeRow): Dispute {
  const { outcome, decidedAt, decision } = dispute;
  return {
    ...toIsoDates(dispute),
    openedBy: presentParty(people, dispute.openedBy),
    decision: outcome === null || decidedAt === null ? null : { outcome, text: decision ?? '', at: decidedAt.toISOString() },
  };
}

type PresentedFile = Omit<Delivery['files'][number], 'url'>;

const presentDelivery = (
  note: string | null,
  links: string[] | null,
  files: PresentedFile[],
  at: Date,
  requested: { changesRequested: string | null; changesRequestedAt: Date | null },
  linkTo: FileLinks['linkTo'],
): Delivery => ({
  note: note ?? '',
  links: links ?? [],
  files: files.map((file) => ({ ...file, url: linkTo(file._id) })),
  at: at.toISOString(),
  changesRequested: requested.changesRequestedAt && {
    text: requested.changesRequested ?? '',
    at: requested.changesRequestedAt.toISOString(),
  },
});

function presentPayment({ id, paidAt, paidOn, paymentMethod, paymentReference }: AgreementRow): Agreement['payment'] {
  if (paidAt === null) return null;
  return {
    receipt: receiptNumber({ id, createdAt: paidAt }),
    paidOn: paidOn ?? paidAt.toISOString().slice(0, 10),
    method: paymentMethod,
    reference: paymentReference ?? '',
  };
}

/** Converts an agreement for its parties; no one else may see it. @param linkTo creates links to the delivered files */
export function presentAgreement(found: FoundAgreement, linkTo: FileLinks['linkTo']): Agreement {
  const { agreement, problemTitle, seeker, solver, files, earlier, changes, ratedBySeeker, ratedBySolver } = found;
  const { id, deliveredAt, deliveryNote, deliveryLinks, partedBy, partedAt, partingNote } = agreement;
  const [dispute] = found.disputes;
  return {
    ...toIsoDates(agreement),
    _id: id,
    problem: { _id: agreement.problemId, title: problemTitle },
    seeker,
    solver,
    delivery: deliveredAt && presentDelivery(deliveryNote, deliveryLinks, files, deliveredAt, agreement, linkTo),
    earlierDeliveries: earlier.map(({ delivery: { note, links, deliveredAt: at, ...requested }, files: own }) =>
      presentDelivery(note, links, own, at, requested, linkTo),
    ),
    payment: presentPayment(agreement),
    parting:
      partedAt && partedBy !== null
        ? { by: presentParty(found, partedBy), note: partingNote ?? '', at: partedAt.toISOString() }
        : null,
    changes: changes.map((row) => presentChange(found, row)),
    dispute: dispute === undefined ? null : presentDispute(found, dispute),
    ratedBySeeker,
    ratedBySolver,
    disputedBySeeker: agreement.seekerDisputedAt !== null,
    disputedBySolver: agreement.solverDisputedAt !== null,
  };
}
