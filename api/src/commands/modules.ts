import { registerNotificationSubscribers } from '../features/notifications/index.ts';
import { decideReview, listPendingVersions } from '../features/toolbox/index.ts';
import type { ReviewDecision } from '../features/toolbox/index.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { addJobWithoutWake } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log.ts';
import { Outbox } from '../platform/outbox/outbox.ts';
import { AUDIT_OPTIONS, parseAuditEntry, withAuditEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { withDatabase } from './with-database.ts';

const HELP = `Reviews modules where MODULE_REVIEW is manual: lists what waits, publishes it, or tells its author what to change.

  pnpm solvent modules
  pnpm solvent modules publish payment-setup --reason "Read the archive"
  pnpm solvent modules reject payment-setup "The archive has no licence. Please add one."

Who decided (--by, else the system's user) is kept with the reason: what the author reads, or a --reason that they do
not. --json lists for machines.`;

interface CommandRequest {
  slug: string;
  verdict: ReviewDecision;
  act: AuditEntry;
}

/** @returns undefined for the list */
function parseRequest(input: Input): CommandRequest | undefined {
  const [verb, slug = '', text = ''] = input.words;
  const reason = text.trim();
  if (verb === undefined) return undefined;
  if (verb === 'publish' && slug !== '' && reason === '')
    return { slug, verdict: { publish: true }, act: parseAuditEntry(input, 'publish module') };
  if (verb === 'reject' && slug !== '' && reason !== '')
    return { slug, verdict: { publish: false, reason }, act: parseAuditEntry(input, 'reject module', reason) };
  throw new UsageError(
    'Say what to do: nothing for the list of what waits, `publish <slug> --reason "<why>"`, or `reject <slug> "<why, and what to change>"`; for example: pnpm solvent modules publish payment-setup --reason "Read the archive"',
  );
}

/** This program has no pages to tell: what it stores for them, a server that runs finds in the outbox and delivers. */
const NO_PAGES = { toUser: () => {}, flush: async () => false };

async function decide(config: Config, db: Db, { slug, verdict, act }: CommandRequest): Promise<string> {
  const outbox = new Outbox(db, NO_PAGES, createLogger(config));
  registerNotificationSubscribers(outbox, NO_PAGES, undefined);
  const version = await decideReview(
    { transact: withAuditEntry(outbox.transact, act, slug), add: addJobWithoutWake },
    slug,
    verdict,
  )
    .catch((error: unknown) => {
      throw error instanceof AppError ? new StartupError(error.message) : error;
    })
    .finally(() => outbox.close());
  if (version === undefined) throw new StartupError(`Nothing of a module called ${slug} waits for a review.`);
  return `${slug} ${version} is ${verdict.publish ? 'published' : 'rejected'}.`;
}

export const modules: Command = {
  usage: [
    '[--json]',
    'publish <slug> --reason "<why>" [--by <name>]',
    'reject <slug> "<why, and what to change>" [--reason "<why>"] [--by <name>]',
  ],
  summary: 'modules that wait for a review: list, publish, reject',
  words: 3,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS },
  async run(context, input) {
    const what = parseRequest(input);
    const config = context.settings();
    await withDatabase(config, async (db) => {
      if (what !== undefined) return context.print(await decide(config, db, what));
      const waiting = await listPendingVersions(db);
      printList(context, input, waiting, {
        text: ({ slug, version, title, author, findings }) => `${slug} ${version}: ${title}, by ${author}; findings: ${findings}`,
        none: 'Nothing waits for a review.',
      });
    });
  },
};
