import { printable } from '@solvent/contracts';
import { tellOfNotifications } from './features/notifications/service.ts';
import { decideReview, listWaiting } from './features/toolbox/publishing/versions.ts';
import type { Verdict } from './features/toolbox/publishing/versions.ts';
import type { Config } from './platform/config/config.ts';
import { runProgram } from './platform/config/run-program.ts';
import { StartupError } from './platform/config/startup-error.ts';
import type { Db } from './platform/db/connect.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLogger } from './platform/log.ts';
import { Outbox } from './platform/outbox/outbox.ts';

const HOW =
  'Say what to do: nothing for the list of what waits, `publish <slug>`, or `reject <slug> "<why, and what to change>"`; for example: pnpm --filter @solvent/api review-modules publish payment-setup';

/** What the command line asks for; undefined for the list. */
function asked(): { slug: string; verdict: Verdict } | undefined {
  // `pnpm run x -- y` hands the two dashes on.
  const [verb, slug = '', reason = '', ...more] = process.argv.slice(2).filter((arg) => arg !== '--');
  if (verb === undefined) return undefined;
  if (verb === 'publish' && slug !== '' && reason === '') return { slug, verdict: { publish: true } };
  if (verb === 'reject' && slug !== '' && reason.trim() !== '' && more.length === 0)
    return { slug, verdict: { publish: false, reason: reason.trim() } };
  throw new StartupError(HOW);
}

async function list(db: Db): Promise<string> {
  const waiting = await listWaiting(db);
  if (waiting.length === 0) return 'Nothing waits for a review.';
  return waiting
    .map(({ slug, version, title, author, findings }) =>
      printable(`${slug} ${version}: ${title}, by ${author}; findings: ${findings}`),
    )
    .join('\n');
}

/** This program has no pages to tell: what it stores for them, a server that runs finds in the outbox and delivers. */
const NO_PAGES = { toUser: () => {}, sent: async () => false };

async function decide(config: Config, db: Db, { slug, verdict }: { slug: string; verdict: Verdict }): Promise<string> {
  const outbox = new Outbox(db, NO_PAGES, createLogger(config));
  tellOfNotifications(outbox, NO_PAGES, undefined);
  const version = await decideReview(outbox.transact, slug, verdict);
  await outbox.close();
  if (version === undefined) throw new StartupError(`Nothing of a module called ${slug} waits for a review.`);
  return `${slug} ${version} is ${verdict.publish ? 'published' : 'rejected'}.`;
}

/** The program: reviews modules where MODULE_REVIEW is manual. No server may hold the embedded database meanwhile. */
async function main(config: Config): Promise<void> {
  const what = asked();
  const fail = (error: Error) => {
    throw error;
  };
  const database = await openDatabase(config, { onIdleError: fail, onFatal: fail });
  try {
    process.stdout.write(`${what === undefined ? await list(database.db) : await decide(config, database.db, what)}\n`);
  } finally {
    await database.close();
  }
}

runProgram(main);
