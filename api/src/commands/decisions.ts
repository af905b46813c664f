import { DISPUTE_OUTCOMES, formatNumber } from '@solvent/contracts';
import { decideDispute, findOpenDisputes } from '../features/marketplace/index.ts';
import type { FoundAgreement } from '../features/marketplace/index.ts';
import { decideReview, listPendingVersions } from '../features/toolbox/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { isId } from '../platform/is-id.ts';
import { addJobWithoutWake } from '../platform/jobs/jobs.ts';
import { parseAuditEntry, withAuditEntry } from './audit.ts';
import { printList, databaseCommand } from './command.ts';

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
  help: `Lists open disputes about agreements with both statements, or decides one. Both participants read the text of the decision.

continue: the agreement continues. solved: it counts as solved. ended: it ends.
The text is recorded as the reason, unless a separate --reason is given, which the participants do not read.`,
  parse(input) {
    const [verb, id, word, words = ''] = input.words;
    if (verb === undefined)
      return async ({ db }) =>
        printList(input, await findOpenDisputes(db), {
          text: formatDispute,
          emptyText: 'No open disputes.',
          json: toJson,
          separator: '\n\n',
        });
    const outcome = DISPUTE_OUTCOMES.find((one) => one === word);
    const text = words.trim();
    if (verb !== 'decide' || !isId(id) || outcome === undefined || text === '') return undefined;
    const entry = parseAuditEntry(input, `decide dispute: ${outcome}`, text);
    return async ({ transact }) => {
      const locked = await decideDispute(withAuditEntry(transact, entry, id), id, { outcome, text });
      if (locked === undefined) throw new StartupError(`No open dispute about agreement ${id}.`);
      return `"${locked.problem.title}" is decided: ${outcome}. Both participants are notified.`;
    };
  },
});

export const modules = databaseCommand({
  usage: [
    '[--json]',
    'publish <slug> --reason "<reason>" [--by <name>]',
    'reject <slug> "<reason and changes>" [--reason "<internal reason>"] [--by <name>]',
  ],
  summary: 'list modules pending review, publish or reject them',
  help: `Reviews modules if MODULE_REVIEW is manual: lists pending versions, publishes one, or rejects one with changes for its author.

The author's reason is recorded, unless a separate --reason is given, which only operators read.`,
  parse(input) {
    const [verb, slug = '', text = ''] = input.words;
    if (verb === undefined)
      return async ({ db }) =>
        printList(input, await listPendingVersions(db), {
          text: (found) => `${found.slug} ${found.version}: ${found.title}, by ${found.author}; findings: ${found.findings}`,
          emptyText: 'No modules are pending review.',
        });
    const reason = text.trim();
    const publish = verb === 'publish';
    if ((!publish && verb !== 'reject') || slug === '' || publish !== (reason === '')) return undefined;
    const entry = parseAuditEntry(input, `${verb} module`, reason);
    return async ({ transact }) => {
      const deps = { transact: withAuditEntry(transact, entry, slug), add: addJobWithoutWake };
      const version = await decideReview(deps, slug, publish ? { publish } : { publish, reason });
      if (version === undefined) throw new StartupError(`No version of ${slug} is pending review.`);
      return `${slug} ${version} is ${publish ? 'published' : 'rejected'}.`;
    };
  },
});
