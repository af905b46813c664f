import { deleteFailedJobs, listFailedJobs, retryFailedJobs } from '../platform/jobs/failed-jobs.ts';
import type { FailedJobFilter } from '../platform/jobs/failed-jobs.ts';
import { isId } from '../platform/is-id.ts';
import { parseAuditEntry, recordAuditEntry } from './audit.ts';
import { printList, databaseCommand } from './command.ts';

const MAX_RESULTS = 200;

export const jobs = databaseCommand({
  usage: ['[--json]', 'retry|drop <id>|<queue>|all --reason "<reason>" [--by <name>]'],
  summary: 'list, retry or drop failed jobs',
  help: `Lists failed jobs with their errors, retries them, or drops them: one by its id, those of a queue such as contact-mail, or all. Failed
jobs are kept for 14 days. A worker (ROLE worker or both) starts retried jobs within seconds. Dropped jobs never run.`,
  parse(input) {
    const [verb, subject] = input.words;
    if (verb === undefined)
      return async ({ db }) =>
        printList(input, await listFailedJobs(db, MAX_RESULTS), {
          text: ({ id, queue, payload, tries, error, failedAt }) =>
            `${id} ${queue}: ${JSON.stringify(payload)}\n  failed ${failedAt.toISOString()} after ${tries} tries: ${error}`,
          emptyText: 'No job was given up.',
        });
    if ((verb !== 'retry' && verb !== 'drop') || subject === undefined) return undefined;
    const entry = parseAuditEntry(input, `${verb} jobs`);
    const filter: FailedJobFilter = subject === 'all' ? 'all' : isId(subject) ? { id: subject } : { queue: subject };
    const change = verb === 'retry' ? retryFailedJobs : deleteFailedJobs;
    return ({ db }) =>
      db.transaction(async (tx) => {
        const { length: count } = await change(tx, filter);
        if (count > 0) await recordAuditEntry(tx, entry, subject);
        return `${verb === 'retry' ? 'Retrying' : 'Dropped'} ${count} ${count === 1 ? 'job' : 'jobs'}.`;
      });
  },
});
