import { DISPUTE_OUTCOMES, formatNumber } from '@solvent/contracts';
import { decideDispute, findOpenDisputes } from '../features/marketplace/index.ts';
import type { FoundAgreement } from '../features/marketplace/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { isId } from '../platform/is-id.ts';
import { AUDIT_OPTIONS, parseAuditEntry, withAuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList } from './command.ts';
import { databaseCommand } from './database-command.ts';

const HELP = `Lists open disputes about agreements with both statements, or decides one. Both participants read the text of the decision.

  pnpm solvent disputes
  pnpm solvent disputes decide 0190… continue "The tests that were agreed are missing. Please add them."

continue: the agreement continues. solved: it counts as solved. ended: it ends.
The decision is recorded with the operator (--by) and its text, or with a separate --reason that the participants do not read.
--json prints JSON.`;

const indent = (view: string | null | undefined) => `    ${(view ?? 'no statement yet').replaceAll('\n', '\n    ')}`;

function formatDispute({ agreement, problemTitle, seeker, solver, disputes: [dispute] }: FoundAgreement): string {
  const { id, status, amount, dueAt, deliveryNote } = agreement;
  return [
    `${id}: ${problemTitle}; ${status}, $${formatNumber(amount)} by ${dueAt.toISOString().slice(0, 10)}`,
    ...(deliveryNote === null ? [] : ['  Delivered:', indent(deliveryNote)]),
    `  ${seeker.name}, the seeker:`,
    indent(dispute?.seekerView),
    `  ${solver.name}, the solver:`,
    indent(dispute?.solverView),
  ].join('\n');
}

const toJson = ({ agreement, problemTitle, seeker, solver, disputes: [dispute] }: FoundAgreement) => ({
  id: agreement.id,
  problem: problemTitle,
  status: agreement.status,
  amount: agreement.amount,
  dueAt: agreement.dueAt,
  deliveryNote: agreement.deliveryNote,
  seeker: { name: seeker.name, view: dispute?.seekerView ?? null },
  solver: { name: solver.name, view: dispute?.solverView ?? null },
});

export const disputes = databaseCommand({
  usage: [
    '[--json]',
    'decide <agreement id> continue|solved|ended "<text for both>" [--reason "<internal reason>"] [--by <name>]',
  ],
  summary: 'list open disputes, decide them',
  words: 4,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS },
  parse(input, context) {
    const [verb, id, word, words = ''] = input.words;
    if (verb === undefined)
      return async ({ db }) =>
        printList(context, input, await findOpenDisputes(db), {
          text: formatDispute,
          none: 'No open disputes.',
          json: toJson,
          separator: '\n\n',
        });
    const outcome = DISPUTE_OUTCOMES.find((one) => one === word);
    const text = words.trim();
    if (verb !== 'decide' || !isId(id) || outcome === undefined || text === '') return undefined;
    const act = parseAuditEntry(input, `decide dispute: ${outcome}`, text);
    return async ({ transact }) => {
      const locked = await decideDispute(withAuditEntry(transact, act, id), id, { outcome, text });
      if (locked === undefined) throw new StartupError(`No open dispute about agreement ${id}.`);
      return `"${locked.problem.title}" is decided: ${outcome}. Both participants are notified.`;
    };
  },
});
