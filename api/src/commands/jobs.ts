import type { Db } from '../platform/db/connect.ts';
import { deleteFailedJobs, listFailedJobs, retryFailedJobs } from '../platform/jobs/failed-jobs.ts';
import type { FailedJob, FailedJobFilter } from '../platform/jobs/failed-jobs.ts';
import { isId } from '../platform/is-id.ts';
import { AUDIT_OPTIONS, parseAuditEntry, recordAuditEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { withDatabase } from './with-database.ts';

const HELP = `Jobs that were given up: lists them with why they failed, has them tried again, or drops them. They are kept for 14 days.

  pnpm solvent jobs
  pnpm solvent jobs retry contact-mail --reason "The mail server is back"
  pnpm solvent jobs drop 0190… --reason "The account is gone"

After retry and drop: the id of one, the name of a queue, or all. A process that does jobs (ROLE worker or both) begins what is
tried again within seconds. What is dropped is not done. Who did it and why (--by, --reason) is kept. --json lists
for machines.`;

/** So many are listed. */
const LISTED = 200;

interface CommandRequest {
  verb: 'retry' | 'drop';
  which: FailedJobFilter;
  act: AuditEntry;
  subject: string;
}

/** @returns undefined for the list */
function parseRequest(input: Input): CommandRequest | undefined {
  const [verb, subject] = input.words;
  if (verb === undefined) return undefined;
  if ((verb !== 'retry' && verb !== 'drop') || subject === undefined)
    throw new UsageError(
      'Say what to do: nothing for the list of failed jobs, or `retry` or `drop` with the id of one, a queue, or all; for example: pnpm solvent jobs retry contact-mail --reason "The mail server is back"',
    );
  const act = parseAuditEntry(input, `${verb} jobs`);
  if (subject === 'all') return { verb, which: 'all', act, subject };
  return { verb, which: isId(subject) ? { id: subject } : { queue: subject }, act, subject };
}

/** @returns how many */
const change = async (db: Db, { verb, which, act, subject }: CommandRequest): Promise<number> =>
  db.transaction(async (tx) => {
    const count = await (verb === 'retry' ? retryFailedJobs : deleteFailedJobs)(tx, which);
    if (count > 0) await recordAuditEntry(tx, act, subject);
    return count;
  });

const described = ({ id, queue, payload, tries, error, failedAt }: FailedJob) =>
  `${id} ${queue}: ${JSON.stringify(payload)}\n  failed ${failedAt.toISOString()} after ${tries} tries: ${error}`;

export const jobs: Command = {
  usage: ['[--json]', 'retry|drop <id>|<queue>|all --reason "<why>" [--by <name>]'],
  summary: 'jobs that were given up: list, try again, drop',
  words: 2,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS },
  async run(context, input) {
    const what = parseRequest(input);
    await withDatabase(context.settings(), async (db) => {
      if (what !== undefined) {
        const count = await change(db, what);
        return context.print(
          `${count} ${count === 1 ? 'job is' : 'jobs are'} ${what.verb === 'retry' ? 'tried again' : 'dropped'}.`,
        );
      }
      const failed = await listFailedJobs(db, LISTED);
      printList(context, input, failed, { text: described, none: 'No job was given up.' });
    });
  },
};
