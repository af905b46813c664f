import { AGREEMENT_CHANGE_STATUSES, AGREEMENT_STATUSES } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, asc, desc, eq, or } from 'drizzle-orm';
import { agreementChanges, agreementFiles, agreements, disputes, problems, users } from '../../../schema/index.ts';
import { namedSchema, personColumns, problemColumns, timeOrNull, titledSchema, toIsoDates } from '../../accounts/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';

type Agreement = typeof agreements.$inferSelect;
type Change = typeof agreementChanges.$inferSelect;

function presentDelivery({ solverId, deliveredAt, deliveryNote }: Agreement, userId: string, files: string[]) {
  if (deliveredAt === null || solverId !== userId) return null;
  return { note: deliveryNote ?? '', files, at: deliveredAt.toISOString() };
}

function presentParting({ partedAt, partedBy, partingNote }: Agreement, userId: string) {
  if (partedAt === null || partedBy !== userId) return null;
  return { note: partingNote ?? '', at: partedAt.toISOString() };
}

const presentChange = ({ amount, dueAt, note, status, createdAt }: Change) =>
  toIsoDates({ amount, dueAt, note, status, createdAt });

/** Includes only the user's own proposals, deliveries and views in disputes. Files are ids of files in the export. */
export async function collectAgreements(tx: Tx, userId: string) {
  const isParty = or(
    and(eq(agreements.seekerId, userId), eq(users.id, agreements.solverId)),
    and(eq(agreements.solverId, userId), eq(users.id, agreements.seekerId)),
  );
  const found = await tx
    .select({ agreement: agreements, problem: problemColumns, other: personColumns, dispute: disputes })
    .from(agreements)
    .innerJoin(users, isParty)
    .innerJoin(problems, eq(problems.id, agreements.problemId))
    .leftJoin(disputes, eq(disputes.agreementId, agreements.id))
    .orderBy(desc(agreements.acceptedAt));
  const changes = await tx
    .select()
    .from(agreementChanges)
    .where(eq(agreementChanges.proposedBy, userId))
    .orderBy(asc(agreementChanges.createdAt));
  const files = await tx
    .select({ agreementId: agreementFiles.agreementId, fileId: agreementFiles.fileId })
    .from(agreementFiles)
    .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
    .where(eq(agreements.solverId, userId))
    .orderBy(asc(agreementFiles.position));
  return found.map(({ agreement, problem, other, dispute }) => {
    const { id, seekerId, status, amount, dueAt, acceptedAt, solvedAt, paidAt, receivedAt } = agreement;
    const isSeeker = seekerId === userId;
    const isOfIt = ({ agreementId }: { agreementId: string }) => agreementId === id;
    return {
      _id: id,
      problem,
      with: other,
      side: isSeeker ? ('seeker' as const) : ('solver' as const),
      ...toIsoDates({ status, amount, dueAt, acceptedAt, solvedAt, paidAt, receivedAt }),
      delivery: presentDelivery(
        agreement,
        userId,
        files.filter(isOfIt).map(({ fileId }) => fileId),
      ),
      parting: presentParting(agreement, userId),
      changes: changes.filter(isOfIt).map(presentChange),
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

export const exportedAgreementSchema = json.object({
  _id: json.id,
  problem: titledSchema,
  with: namedSchema,
  side: json.oneOf(['seeker', 'solver']),
  status: json.oneOf(AGREEMENT_STATUSES),
  amount: json.integer,
  dueAt: json.time,
  acceptedAt: json.time,
  solvedAt: timeOrNull,
  paidAt: timeOrNull,
  receivedAt: timeOrNull,
  delivery: json.orNull(json.object({ note: json.text, files: json.list(json.id), at: json.time })),
  parting: json.orNull(json.object({ note: json.text, at: json.time })),
  changes: json.list(json.object(change)),
  disputeView: json.textOrNull,
});
