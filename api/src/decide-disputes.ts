import { DISPUTE_OUTCOMES, formatNumber, printable } from '@solvent/contracts';
import type { DisputeOutcome } from '@solvent/contracts';
import { decideDispute } from './features/marketplace/agreements/moderating.ts';
import type { Decision } from './features/marketplace/agreements/moderating.ts';
import { findOpenDisputes } from './features/marketplace/agreements/queries.ts';
import type { FoundAgreement } from './features/marketplace/agreements/queries.ts';
import { pushed } from './features/notifications/service.ts';
import type { Config } from './platform/config/config.ts';
import { runProgram } from './platform/config/run-program.ts';
import { StartupError } from './platform/config/startup-error.ts';
import type { Db } from './platform/db/connect.ts';
import { openDatabase } from './platform/db/database.ts';
import { AppError } from './platform/errors/app-error.ts';
import { transactBeside } from './platform/outbox/outbox.ts';
import { createFirebasePush } from './platform/push/firebase-push.ts';

const HOW =
  'Say what to do: nothing for the list of open disputes, or `<agreement id> continue|solved|ended "<what the two read>"`; for example: pnpm --filter @solvent/api decide-disputes 0190… continue "The tests that were agreed are missing. Please add them."';

const isOutcome = (word: string): word is DisputeOutcome => DISPUTE_OUTCOMES.some((outcome) => outcome === word);

/** What the command line asks for; undefined for the list. */
function asked(): ({ id: string } & Decision) | undefined {
  // `pnpm run x -- y` hands the two dashes on.
  const [id, outcome = '', text = '', ...more] = process.argv.slice(2).filter((arg) => arg !== '--');
  if (id === undefined) return undefined;
  if (/^[0-9a-f-]{36}$/i.test(id) && isOutcome(outcome) && text.trim() !== '' && more.length === 0)
    return { id, outcome, text: text.trim() };
  throw new StartupError(HOW);
}

const indented = (view: string | null) =>
  view === null
    ? '    has not written yet'
    : view
        .split('\n')
        .map((line) => `    ${printable(line)}`)
        .join('\n');

function described({ agreement, problemTitle, seeker, solver, disputes: [dispute] }: FoundAgreement): string {
  const { id, status, amount, dueAt, deliveryNote } = agreement;
  const delivered = deliveryNote === null ? [] : ['  delivered:', indented(deliveryNote)];
  return [
    printable(`${id}: ${problemTitle}; ${status}, $${formatNumber(amount)} by ${dueAt.toISOString().slice(0, 10)}`),
    ...delivered,
    printable(`  ${seeker.name}, the seeker:`),
    indented(dispute?.seekerView ?? null),
    printable(`  ${solver.name}, the solver:`),
    indented(dispute?.solverView ?? null),
  ].join('\n');
}

async function list(db: Db): Promise<string> {
  const open = await findOpenDisputes(db);
  return open.length === 0 ? 'No dispute waits for a decision.' : open.map(described).join('\n\n');
}

async function decide(db: Db, config: Config, { id, ...decision }: { id: string } & Decision): Promise<string> {
  // Where push is off, nobody takes such events away.
  const unheard = createFirebasePush(config) === undefined ? [pushed] : [];
  const held = await decideDispute(transactBeside(db, unheard), id, decision).catch((error: unknown) => {
    throw error instanceof AppError ? new StartupError(error.message) : error;
  });
  if (held === undefined) throw new StartupError(`There is no open dispute of an agreement ${id}.`);
  return printable(`"${held.problem.title}" is decided: ${decision.outcome}. Both are told.`);
}

/** The program: decides disputes about agreements. No server may hold the embedded database meanwhile. */
async function main(config: Config): Promise<void> {
  const what = asked();
  const fail = (error: Error) => {
    throw error;
  };
  const database = await openDatabase(config, { onIdleError: fail, onFatal: fail });
  try {
    const { db } = database;
    process.stdout.write(`${what === undefined ? await list(db) : await decide(db, config, what)}\n`);
  } finally {
    await database.close();
  }
}

runProgram(main);
