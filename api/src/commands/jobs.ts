import { dropFailed, listFailed, retryFailed } from '../platform/jobs/failed.ts';
import type { FailedJob, Which } from '../platform/jobs/failed.ts';
import { JSON_OPTION, printList, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { withDatabase } from './with-database.ts';

const LESSON = `Jobs that were given up: lists them with why they failed, has them tried again, or drops them. They are kept for 14 days.

  pnpm solvent jobs
  pnpm solvent jobs retry contact-mail
  pnpm solvent jobs drop 0190…

After retry and drop: the id of one, the name of a queue, or all. A process that does jobs (ROLE worker or both) begins what is
tried again within seconds. What is dropped is not done. --json lists for machines.`;

/** So many are listed. */
const LISTED = 200;

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type Asked = { verb: 'retry' | 'drop'; which: Which };

/** What the words ask for; undefined for the list. */
function asked({ words: [verb, which] }: Input): Asked | undefined {
  if (verb === undefined) return undefined;
  if ((verb !== 'retry' && verb !== 'drop') || which === undefined)
    throw new UsageError(
      'Say what to do: nothing for the list of failed jobs, or `retry` or `drop` with the id of one, a queue, or all; for example: pnpm solvent jobs retry contact-mail',
    );
  if (which === 'all') return { verb, which };
  return { verb, which: ID.test(which) ? { id: which } : { queue: which } };
}

const described = ({ id, queue, payload, tries, error, failedAt }: FailedJob) =>
  `${id} ${queue}: ${JSON.stringify(payload)}\n  failed ${failedAt.toISOString()} after ${tries} tries: ${error}`;

export const jobs: Command = {
  usage: ['[--json]', 'retry|drop <id>|<queue>|all'],
  summary: 'jobs that were given up: list, try again, drop',
  words: 2,
  lesson: LESSON,
  options: JSON_OPTION,
  async run(context, input) {
    const what = asked(input);
    await withDatabase(context.settings(), async (db) => {
      if (what !== undefined) {
        const count = await (what.verb === 'retry' ? retryFailed : dropFailed)(db, what.which);
        return context.print(
          `${count} ${count === 1 ? 'job is' : 'jobs are'} ${what.verb === 'retry' ? 'tried again' : 'dropped'}.`,
        );
      }
      const failed = await listFailed(db, LISTED);
      printList(context, input, failed, { text: described, none: 'No job was given up.' });
    });
  },
};
