import { json } from '@solvent/contracts/schemas';
import { and, asc, desc, eq, or } from 'drizzle-orm';
import { agreementChanges, agreementFiles, agreements, disputes, problems, users } from '../../../schema/index.ts';
import { describeColumns, namedSchema, personColumns, problemColumns, titledSchema, toIsoDates } from '../../accounts/index.ts';
import type { ExportedField } from '../../accounts/index.ts';

const { id: _id, status, amount, dueAt, acceptedAt, solvedAt, paidAt, receivedAt } = agreements;
const agreementColumns = { _id, status, amount, dueAt, acceptedAt, solvedAt, paidAt, receivedAt };
const changeColumns = {
  amount: agreementChanges.amount,
  dueAt: agreementChanges.dueAt,
  note: agreementChanges.note,
  status: agreementChanges.status,
  createdAt: agreementChanges.createdAt,
};

const noteFields = { note: json.text, at: json.time };
const schema = json.extend(describeColumns(agreementColumns), {
  problem: titledSchema,
  with: namedSchema,
  side: json.oneOf(['seeker', 'solver']),
  delivery: json.orNull(json.object({ ...noteFields, files: json.list(json.id) })),
  parting: json.orNull(json.object(noteFields)),
  changes: json.list(describeColumns(changeColumns)),
  disputeView: json.textOrNull,
});

/** Includes only the user's own proposals, deliveries and views in disputes. Files are ids of files in the export. */
export const exportedAgreements: ExportedField = {
  schema: json.list(schema),
  async read(tx, { id: userId }) {
    const isParty = or(
      and(eq(agreements.seekerId, userId), eq(users.id, agreements.solverId)),
      and(eq(agreements.solverId, userId), eq(users.id, agreements.seekerId)),
    );
    const found = await tx
      .select({
        agreement: agreements,
        fields: agreementColumns,
        problem: problemColumns,
        with: personColumns,
        dispute: disputes,
      })
      .from(agreements)
      .innerJoin(users, isParty)
      .innerJoin(problems, eq(problems.id, agreements.problemId))
      .leftJoin(disputes, eq(disputes.agreementId, agreements.id))
      .orderBy(desc(acceptedAt));
    const changes = await tx
      .select({ agreementId: agreementChanges.agreementId, change: changeColumns })
      .from(agreementChanges)
      .where(eq(agreementChanges.proposedBy, userId))
      .orderBy(asc(agreementChanges.createdAt));
    const files = await tx
      .select({ agreementId: agreementFiles.agreementId, fileId: agreementFiles.fileId })
      .from(agreementFiles)
      .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
      .where(eq(agreements.solverId, userId))
      .orderBy(asc(agreementFiles.position));
    return found.map(({ agreement, fields, dispute, ...others }) => {
      const isOfIt = ({ agreementId }: { agreementId: string }) => agreementId === agreement.id;
      const { deliveredAt, deliveryNote, partedAt, partingNote } = agreement;
      const isSolver = agreement.solverId === userId;
      const isDelivered = isSolver && deliveredAt !== null;
      const isParted = agreement.partedBy === userId && partedAt !== null;
      const ownFiles = files.filter(isOfIt).map(({ fileId }) => fileId);
      return {
        ...toIsoDates(fields),
        ...others,
        side: isSolver ? 'solver' : 'seeker',
        delivery: isDelivered ? { note: deliveryNote ?? '', files: ownFiles, at: deliveredAt.toISOString() } : null,
        parting: isParted ? { note: partingNote ?? '', at: partedAt.toISOString() } : null,
        changes: changes.filter(isOfIt).map(({ change }) => toIsoDates(change)),
        disputeView: (isSolver ? dispute?.solverView : dispute?.seekerView) ?? null,
      };
    });
  },
};
