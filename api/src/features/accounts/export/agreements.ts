import { AGREEMENT_CHANGE_STATUSES, AGREEMENT_STATUSES } from '@solvent/contracts';
import { and, asc, desc, eq, or } from 'drizzle-orm';
import { users } from '../schema.ts';
import { agreementChanges, agreementFiles, agreements, disputes } from '../../marketplace/schema.ts';
import { problems } from '../../marketplace/schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { json } from '../../../platform/http/response-schema.ts';

/** A person's agreements, with whom and about what, and what they themselves proposed, delivered and said in disputes: the rest is the other one's. */
export async function collectAgreements(tx: Tx, userId: string) {
  const isParty = or(
    and(eq(agreements.seekerId, userId), eq(users.id, agreements.solverId)),
    and(eq(agreements.solverId, userId), eq(users.id, agreements.seekerId)),
  );
  return {
    userId,
    agreements: await tx
      .select({
        agreement: agreements,
        problem: { _id: problems.id, title: problems.title },
        other: { _id: users.id, name: users.name },
        dispute: disputes,
      })
      .from(agreements)
      .innerJoin(users, isParty)
      .innerJoin(problems, eq(problems.id, agreements.problemId))
      .leftJoin(disputes, eq(disputes.agreementId, agreements.id))
      .orderBy(desc(agreements.acceptedAt)),
    changes: await tx
      .select()
      .from(agreementChanges)
      .where(eq(agreementChanges.proposedBy, userId))
      .orderBy(asc(agreementChanges.createdAt)),
    files: await tx
      .select({ agreementId: agreementFiles.agreementId, fileId: agreementFiles.fileId })
      .from(agreementFiles)
      .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
      .where(eq(agreements.solverId, userId))
      .orderBy(asc(agreementFiles.position)),
  };
}

type Collected = Awaited<ReturnType<typeof collectAgreements>>;
type One = Collected['agreements'][number];

const toIso = (moment: Date | null) => moment?.toISOString() ?? null;

/** What was delivered is the solver's. */
function presentDelivery({ agreement }: One, { userId, files }: Collected) {
  if (agreement.deliveredAt === null || agreement.solverId !== userId) return null;
  const own = files.filter(({ agreementId }) => agreementId === agreement.id).map(({ fileId }) => fileId);
  return { note: agreement.deliveryNote ?? '', files: own, at: agreement.deliveredAt.toISOString() };
}

function presentParting({ agreement }: One, { userId }: Collected) {
  if (agreement.partedAt === null || agreement.partedBy !== userId) return null;
  return { note: agreement.partingNote ?? '', at: agreement.partedAt.toISOString() };
}

const presentChanges = ({ agreement }: One, { changes }: Collected) =>
  changes
    .filter(({ agreementId }) => agreementId === agreement.id)
    .map(({ amount, dueAt, note, status, createdAt }) => ({
      amount,
      dueAt: dueAt.toISOString(),
      note,
      status,
      createdAt: createdAt.toISOString(),
    }));

/** The same as it leaves the server; a delivery's files are among all files, by their ids. */
export function presentAgreements(collected: Collected) {
  const { userId } = collected;
  return collected.agreements.map((one) => {
    const { agreement, problem, other, dispute } = one;
    const { id, seekerId, status, amount, dueAt, acceptedAt, solvedAt, paidAt, receivedAt } = agreement;
    const isSeeker = seekerId === userId;
    return {
      _id: id,
      problem,
      with: other,
      side: isSeeker ? ('seeker' as const) : ('solver' as const),
      status,
      amount,
      dueAt: dueAt.toISOString(),
      acceptedAt: acceptedAt.toISOString(),
      solvedAt: toIso(solvedAt),
      paidAt: toIso(paidAt),
      receivedAt: toIso(receivedAt),
      delivery: presentDelivery(one, collected),
      parting: presentParting(one, collected),
      changes: presentChanges(one, collected),
      disputeView: (isSeeker ? dispute?.seekerView : dispute?.solverView) ?? null,
    };
  });
}

const change = {
  amount: json.integer,
  dueAt: json.time,
  note: json.text,
  status: json.oneOf(AGREEMENT_CHANGE_STATUSES),
  createdAt: json.time,
};

/** One of these in the export. */
export const ownAgreementSchema = json.object({
  _id: json.id,
  problem: json.object({ _id: json.id, title: json.text }),
  with: json.object({ _id: json.id, name: json.text }),
  side: json.oneOf(['seeker', 'solver']),
  status: json.oneOf(AGREEMENT_STATUSES),
  amount: json.integer,
  dueAt: json.time,
  acceptedAt: json.time,
  solvedAt: json.orNull(json.time),
  paidAt: json.orNull(json.time),
  receivedAt: json.orNull(json.time),
  delivery: json.orNull(json.object({ note: json.text, files: json.list(json.id), at: json.time })),
  parting: json.orNull(json.object({ note: json.text, at: json.time })),
  changes: json.list(json.object(change)),
  disputeView: json.textOrNull,
});
