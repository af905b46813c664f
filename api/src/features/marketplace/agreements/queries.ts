import type { AgreementStatus, StoredFile } from '@solvent/contracts';
import type { agreementsQueryRules } from '@solvent/contracts/rules/queries';
import { and, asc, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { InferType } from 'yup';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { nestedFiles } from '../attachments.ts';
import { ratedBy } from '../reviews/queries.ts';
import { problems } from '../schema.ts';
import { agreementChanges, agreements, disputes } from './schema.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from './schema.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';

type Person = Pick<UserRow, 'id' | 'name' | 'image'>;

/** An agreement with all that belongs to it. */
export interface FoundAgreement {
  agreement: AgreementRow;
  problemTitle: string;
  seeker: Person;
  solver: Person;
  files: Omit<StoredFile, 'url'>[];
  /** Oldest first. */
  changes: AgreementChangeRow[];
  /** One, or none. */
  disputes: DisputeRow[];
  ratedBySeeker: boolean;
  ratedBySolver: boolean;
}

const seekers = alias(users, 'seekers');
const solvers = alias(users, 'solvers');

const nestedChanges = (db: Executor) =>
  nestedRows(getTableColumns(agreementChanges), (column) =>
    db
      .select(column)
      .from(agreementChanges)
      .where(eq(agreementChanges.agreementId, agreements.id))
      .orderBy(asc(agreementChanges.createdAt), asc(agreementChanges.id)),
  );

const nestedDisputes = (db: Executor) =>
  nestedRows(getTableColumns(disputes), (column) =>
    db.select(column).from(disputes).where(eq(disputes.agreementId, agreements.id)),
  );

type Side = typeof agreements.seekerId | typeof agreements.solverId;

const columns = (db: Executor) => ({
  agreement: getTableColumns(agreements),
  problemTitle: problems.title,
  seeker: { id: seekers.id, name: seekers.name, image: seekers.image },
  solver: { id: solvers.id, name: solvers.name, image: solvers.image },
  files: nestedFiles(db, 'delivery', agreements.id),
  changes: nestedChanges(db),
  disputes: nestedDisputes(db),
  ratedBySeeker: ratedBy(db, agreements.seekerId, agreements.solverId),
  ratedBySolver: ratedBy(db, agreements.solverId, agreements.seekerId),
});

/** Of somebody, on either side. */
const ofPerson = (person: string | SQLWrapper) => or(eq(agreements.seekerId, person), eq(agreements.solverId, person));

/** The latest agreement on the problem of the query around it that the viewer is one of the two of, as one column: one row or none. */
export const nestedAgreement = (db: Executor, viewerId: SQLWrapper): SQL<FoundAgreement[]> =>
  nestedRows(columns(db), (column) =>
    db
      .select(column)
      .from(agreements)
      .innerJoin(seekers, eq(seekers.id, agreements.seekerId))
      .innerJoin(solvers, eq(solvers.id, agreements.solverId))
      .where(and(eq(agreements.problemId, problems.id), ofPerson(viewerId)))
      .orderBy(desc(agreements.acceptedAt), desc(agreements.id))
      .limit(1),
  );

const selected = (db: Executor) =>
  db
    .select(columns(db))
    .from(agreements)
    .innerJoin(problems, eq(problems.id, agreements.problemId))
    .innerJoin(seekers, eq(seekers.id, agreements.seekerId))
    .innerJoin(solvers, eq(solvers.id, agreements.solverId))
    .$dynamic();

/** Which of somebody's agreements. */
type AgreementsQuery = InferType<typeof agreementsQueryRules>;

const withStatus = (status: AgreementStatus | undefined) => (status === undefined ? undefined : eq(agreements.status, status));

/** Somebody's agreements, those where they are the seeker and those where they are the solver: either come from an index in the order of the list. */
function ownAgreements(db: Db, personId: string, status: AgreementStatus | undefined) {
  const { id, acceptedAt } = agreements;
  const ofSide = (side: Side) =>
    db
      .select({ id, acceptedAt })
      .from(agreements)
      .where(and(eq(side, personId), withStatus(status)));
  return unionAll(ofSide(agreements.seekerId), ofSide(agreements.solverId)).as('own');
}

/** A page of somebody's agreements, on either side, the latest first, and how many there are. What belongs to them is looked up for the page alone. */
export async function listAgreements(
  db: Db,
  personId: string,
  { status, page, limit }: AgreementsQuery,
): Promise<{ found: FoundAgreement[]; total: number }> {
  const own = ownAgreements(db, personId, status);
  const chosen = db
    .select({ id: own.id })
    .from(own)
    .orderBy(desc(own.acceptedAt), desc(own.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('chosen');
  const found = await selected(db)
    .innerJoin(chosen, eq(chosen.id, agreements.id))
    .orderBy(desc(agreements.acceptedAt), desc(agreements.id));
  return { found, total: await db.$count(own) };
}

/** An agreement as one of its two people sees it; undefined to everybody else. */
export async function findAgreement(db: Executor, id: string, personId: string): Promise<FoundAgreement | undefined> {
  const [found] = await selected(db).where(and(eq(agreements.id, id), ofPerson(personId)));
  return found;
}

/** Every open dispute, the longest open first, with its agreement. */
export const findOpenDisputes = (db: Executor): Promise<FoundAgreement[]> =>
  selected(db)
    .innerJoin(disputes, and(eq(disputes.agreementId, agreements.id), sql`${disputes.decidedAt} IS NULL`))
    .orderBy(asc(disputes.openedAt));
