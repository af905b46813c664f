import { AGREEMENT_CHANGE_KINDS, AGREEMENT_CHANGE_STATUSES, AGREEMENT_STATUSES, DISPUTE_OUTCOMES } from '@solvent/contracts';
import type {
  Agreement,
  AgreementResponse,
  AgreementChange,
  AgreementsResponse,
  Dispute,
  PersonSummary,
} from '@solvent/contracts';
import { json, pagingSchema } from '@solvent/contracts/schemas';
import type { JsonSchema } from '@solvent/contracts/schemas';
import { personSchema, presentPerson } from '../../accounts/index.ts';
import { fileFields } from '../../files/index.ts';
import type { FileLinks } from '../../files/index.ts';
import type { FoundAgreement } from './queries.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from '../../../schema/index.ts';
import { responseSchema } from '../../../platform/http/response-schema.ts';

type People = Pick<FoundAgreement, 'seeker' | 'solver'>;

const presentParty = ({ seeker, solver }: People, id: string): PersonSummary => presentPerson(id === seeker.id ? seeker : solver);

const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null;

function presentChange(people: People, row: AgreementChangeRow): AgreementChange {
  const { id, proposedBy, kind, amount, dueAt, note, status, amountBefore, dueBefore, createdAt, decidedAt } = row;
  return {
    _id: id,
    proposedBy: presentParty(people, proposedBy),
    kind,
    amount,
    dueAt: dueAt.toISOString(),
    note,
    status,
    before: { amount: amountBefore, dueAt: dueBefore.toISOString() },
    createdAt: createdAt.toISOString(),
    decidedAt: toIsoString(decidedAt),
  };
}

function presentDispute(people: People, row: DisputeRow): Dispute {
  const { openedBy, seekerView, solverView, openedAt, outcome, decidedAt } = row;
  const decision =
    outcome === null || decidedAt === null ? null : { outcome, text: row.decision ?? '', at: decidedAt.toISOString() };
  const opened = { openedBy: presentParty(people, openedBy), openedAt: openedAt.toISOString() };
  return { ...opened, seekerView, solverView, decision };
}

function presentParting(people: People, { partedBy, partingNote, partedAt }: AgreementRow): Agreement['parting'] {
  if (partedBy === null || partedAt === null) return null;
  return { by: presentParty(people, partedBy), note: partingNote ?? '', at: partedAt.toISOString() };
}

/** For the parties of an agreement only. @param linkTo creates links to the delivered files */
export function presentAgreement(found: FoundAgreement, linkTo: FileLinks['linkTo']): Agreement {
  const { agreement, problemTitle, seeker, solver, files, changes, disputes, ratedBySeeker, ratedBySolver } = found;
  const { deliveredAt } = agreement;
  const delivered = files.map((file) => ({ ...file, url: linkTo(file._id) }));
  const [dispute] = disputes;
  return {
    _id: agreement.id,
    problem: { _id: agreement.problemId, title: problemTitle },
    bidId: agreement.bidId,
    seeker: presentPerson(seeker),
    solver: presentPerson(solver),
    status: agreement.status,
    amount: agreement.amount,
    dueAt: agreement.dueAt.toISOString(),
    acceptedAt: agreement.acceptedAt.toISOString(),
    delivery: deliveredAt && { note: agreement.deliveryNote ?? '', files: delivered, at: deliveredAt.toISOString() },
    solvedAt: toIsoString(agreement.solvedAt),
    paidAt: toIsoString(agreement.paidAt),
    receivedAt: toIsoString(agreement.receivedAt),
    parting: presentParting(found, agreement),
    changes: changes.map((row) => presentChange(found, row)),
    dispute: dispute === undefined ? null : presentDispute(found, dispute),
    ratedBySeeker,
    ratedBySolver,
    disputedBySeeker: agreement.seekerDisputedAt !== null,
    disputedBySolver: agreement.solverDisputedAt !== null,
  };
}

const terms = { amount: json.integer, dueAt: json.time };

const changeSchema = json.object({
  _id: json.id,
  proposedBy: personSchema,
  kind: json.oneOf(AGREEMENT_CHANGE_KINDS),
  ...terms,
  note: json.text,
  status: json.oneOf(AGREEMENT_CHANGE_STATUSES),
  before: json.object(terms),
  createdAt: json.time,
  decidedAt: json.orNull(json.time),
});

const disputeSchema = json.object({
  openedBy: personSchema,
  seekerView: json.textOrNull,
  solverView: json.textOrNull,
  openedAt: json.time,
  decision: json.orNull(json.object({ outcome: json.oneOf(DISPUTE_OUTCOMES), text: json.text, at: json.time })),
});

export const agreementSchema: JsonSchema<Agreement> = json.object({
  _id: json.id,
  problem: json.object({ _id: json.id, title: json.text }),
  bidId: json.id,
  seeker: personSchema,
  solver: personSchema,
  status: json.oneOf(AGREEMENT_STATUSES),
  ...terms,
  acceptedAt: json.time,
  delivery: json.orNull(json.object({ note: json.text, files: json.list(json.object(fileFields)), at: json.time })),
  solvedAt: json.orNull(json.time),
  paidAt: json.orNull(json.time),
  receivedAt: json.orNull(json.time),
  parting: json.orNull(json.object({ by: personSchema, note: json.text, at: json.time })),
  changes: json.list(changeSchema),
  dispute: json.orNull(disputeSchema),
  ratedBySeeker: json.boolean,
  ratedBySolver: json.boolean,
  disputedBySeeker: json.boolean,
  disputedBySolver: json.boolean,
});

export const agreementResponse = responseSchema<AgreementResponse>(json.object({ agreement: agreementSchema }));

export const agreementsResponse = responseSchema<AgreementsResponse>(
  json.object({ agreements: json.list(agreementSchema), ...pagingSchema }),
);
