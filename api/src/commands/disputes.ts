import { DISPUTE_OUTCOMES, formatNumber } from '@solvent/contracts';
import type { DisputeOutcome } from '@solvent/contracts';
import { decideDispute, findOpenDisputes } from '../features/marketplace/index.ts';
import type { DisputeDecision, FoundAgreement } from '../features/marketplace/index.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { isId } from '../platform/is-id.ts';
import { AUDIT_OPTIONS, parseAuditEntry, withAuditEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { transactOn, withDatabase } from './with-database.ts';

const HELP = `Disputes about agreements: lists the open ones with what both say, and decides one. Both read the text.

  pnpm solvent disputes
  pnpm solvent disputes decide 0190… continue "The tests that were agreed are missing. Please add them."

continue: the agreement goes on. solved: it counts as solved. ended: it is ended.
Who decided (--by, else who called sudo) is kept with the text, or with a --reason that the two do not read. --json lists for
machines.`;

const isOutcome = (word: string): word is DisputeOutcome => DISPUTE_OUTCOMES.some((outcome) => outcome === word);

type CommandRequest = { id: string; act: AuditEntry } & DisputeDecision;

/** @returns undefined for the list */
function parseRequest(input: Input): CommandRequest | undefined {
  const [verb, id, outcome = '', words = ''] = input.words;
  const text = words.trim();
  if (verb === undefined) return undefined;
  if (verb === 'decide' && isId(id) && isOutcome(outcome) && text !== '')
    return { id, outcome, text, act: parseAuditEntry(input, `decide dispute: ${outcome}`, text) };
  throw new UsageError(
    'Say what to do: nothing for the list of open disputes, or `decide <agreement id> continue|solved|ended "<what the two read>"`; for example: pnpm solvent disputes decide 0190… continue "The tests that were agreed are missing. Please add them."',
  );
}

const indented = (view: string | null) =>
  (view ?? 'has not written yet')
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

function described({ agreement, problemTitle, seeker, solver, disputes: [dispute] }: FoundAgreement): string {
  const { id, status, amount, dueAt, deliveryNote } = agreement;
  const delivered = deliveryNote === null ? [] : ['  delivered:', indented(deliveryNote)];
  return [
    `${id}: ${problemTitle}; ${status}, $${formatNumber(amount)} by ${dueAt.toISOString().slice(0, 10)}`,
    ...delivered,
    `  ${seeker.name}, the seeker:`,
    indented(dispute?.seekerView ?? null),
    `  ${solver.name}, the solver:`,
    indented(dispute?.solverView ?? null),
  ].join('\n');
}

/** The same for machines. */
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

async function decide(db: Db, config: Config, { id, act, ...decision }: CommandRequest): Promise<string> {
  const held = await decideDispute(withAuditEntry(transactOn(config, db), act, id), id, decision).catch((error: unknown) => {
    throw error instanceof AppError ? new StartupError(error.message) : error;
  });
  if (held === undefined) throw new StartupError(`There is no open dispute of an agreement ${id}.`);
  return `"${held.problem.title}" is decided: ${decision.outcome}. Both are told.`;
}

export const disputes: Command = {
  usage: ['[--json]', 'decide <agreement id> continue|solved|ended "<what the two read>" [--reason "<why>"] [--by <name>]'],
  summary: 'disputes about agreements: list, decide',
  words: 4,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS },
  async run(context, input) {
    const what = parseRequest(input);
    const config = context.settings();
    await withDatabase(config, async (db) => {
      if (what !== undefined) return context.print(await decide(db, config, what));
      const open = await findOpenDisputes(db);
      printList(context, input, open, {
        text: described,
        none: 'No dispute waits for a decision.',
        json: toJson,
        between: '\n\n',
      });
    });
  },
};
