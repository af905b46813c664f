import { userInfo } from 'node:os';
import { desc, eq } from 'drizzle-orm';
import { ACCOUNT_HOOKS } from '../hooks.ts';
import { deleteAccountAsOperator, endSessions, normalizeEmail, verifyManually } from '../features/accounts/index.ts';
import { sessions, users } from '../schema/index.ts';
import type { UserRow } from '../schema/index.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { createFirebaseVerifier } from '../platform/identity/firebase-verifier.ts';
import { createLogger } from '../platform/log.ts';
import { isId } from '../platform/is-id.ts';
import { exportAccount } from './account-export.ts';
import { accountLine, accountText, findAccounts, reportAccount, reportMail } from './account-report.ts';
import { AUDIT_OPTIONS, parseAuditEntry, recordAuditEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList, textOption, UsageError } from './command.ts';
import type { Command, Context, Input } from './command.ts';
import { transactOn, withDatabase } from './with-database.ts';

const HELP = `Accounts, and sign-ups whose address is not verified yet, by address or id. What changes an account, or hands its data out, needs a
reason, which is kept with who did it (--by, else who called sudo, else the system's user): see "pnpm solvent audit".

  pnpm solvent accounts find ada                 by a part of the name or address
  pnpm solvent accounts show ada@example.com          verification, ways to sign in, last seen, suspension, mail
  pnpm solvent accounts sessions ada@example.com      where they are signed in; no tokens
  pnpm solvent accounts end-sessions ada@example.com --reason "Lost the phone"
  pnpm solvent accounts verify ada@example.com --reason "The mail did not come; seen on the phone"
  pnpm solvent accounts suspend ada@example.com --reason "Spam"
  pnpm solvent accounts unsuspend ada@example.com --reason "It was somebody else"
  pnpm solvent accounts export ada@example.com --reason "CommandRequest for by letter SOL-7K3M9Q" > ada.json
  pnpm solvent accounts delete ada@example.com --reason "CommandRequest for by letter SOL-7K3M9Q"

Who is suspended is signed out everywhere and cannot sign in; what they wrote stays as it is. Exporting writes what the person can download
on their profile to standard output, or into the new file that --to names. Deleting is what the page does, and cannot be undone. --json
lists for machines.`;

async function find(db: Db, who: string): Promise<UserRow> {
  const email = normalizeEmail(who);
  const same = isId(who) ? eq(users.id, who) : eq(users.email, email);
  const [found] = await db.select().from(users).where(same);
  if (found === undefined || found.deletedAt !== null) throw new StartupError(`No account has the address or id ${who}.`);
  return found;
}

const listSessions = (db: Db, userId: string) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt));

const VERIFY_OWNER_HINT =
  'ask them to open the link of the mail in the browser where they signed up, or to sign up again when the others have run out.';

/** A change to an account, and the line that reports it. */
type Change = (config: Config, db: Db, who: string, act: AuditEntry, input: Input) => Promise<string>;

const CHANGES: Record<string, Change> = {
  'end-sessions': async (config, db, who, act) => {
    const { id, email } = await find(db, who);
    await transactOn(
      config,
      db,
    )(async (tx, events) => {
      await endSessions(tx, events, eq(sessions.userId, id));
      await recordAuditEntry(tx, act, id);
    });
    return `${email} is signed out everywhere.`;
  },
  suspend: async (config, db, who, act) => {
    const { id, email } = await find(db, who);
    await transactOn(
      config,
      db,
    )(async (tx, events) => {
      await tx.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
      await endSessions(tx, events, eq(sessions.userId, id));
      await recordAuditEntry(tx, act, id);
    });
    return `${email} is suspended and signed out everywhere.`;
  },
  unsuspend: async (_config, db, who, act) => {
    const { id, email } = await find(db, who);
    await db.transaction(async (tx) => {
      await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, id));
      await recordAuditEntry(tx, act, id);
    });
    return `${email} can sign in again.`;
  },
  verify: async (_config, db, who, act) => {
    const email = normalizeEmail(who);
    const made = await db.transaction(async (tx) => {
      const user = await verifyManually(tx, email).catch((error: unknown) => {
        throw error instanceof AppError
          ? new StartupError(`${who} was signed up more than once, and only its owner knows by whom: ${VERIFY_OWNER_HINT}`)
          : error;
      });
      if (user !== undefined) await recordAuditEntry(tx, act, user.id);
      return user;
    });
    if (made === undefined) throw new StartupError(`No sign-up waits for the address ${who} to be verified.`);
    return `${made.email} is verified and can sign in.`;
  },
  export: async (_config, db, who, act, input) => {
    const user = await find(db, who);
    const file = textOption(input, 'to');
    await exportAccount(db, user, file, act);
    if (file === undefined) return '';
    return `The data of ${user.email} is in ${file}, which only the system's user ${userInfo().username} can read. Send it to that address alone.`;
  },
  delete: async (config, db, who, act) => {
    const user = await find(db, who);
    const transact = transactOn(config, db);
    const identity = createFirebaseVerifier(config.identity);
    const log = createLogger(config);
    const deps = { accountHooks: ACCOUNT_HOOKS, db, identity, transact, log };
    await deleteAccountAsOperator(deps, user, (tx) => recordAuditEntry(tx, act, user.id));
    return `${user.email} is deleted.`;
  },
};

const FORMS = ['find <words>', 'show <address or id>', 'sessions <address or id>'];

/** Further options of some forms of the command. */
const FORM_OPTIONS: Record<string, string> = { export: ' [--to <file>]' };

async function printFound(context: Context, input: Input, db: Db, words: string): Promise<void> {
  const none = `No account or waiting sign-up has "${words}" in its name or address.`;
  printList(context, input, await findAccounts(db, words), { text: accountLine, none });
}

/** Details of one account, or of all pending sign-ups for its address, with their emails. */
async function printShown(context: Context, input: Input, config: Config, db: Db, who: string): Promise<void> {
  const reports = await reportAccount(db, who);
  const [first] = reports;
  if (first === undefined) throw new StartupError(`No account or waiting sign-up has the address or id ${who}.`);
  const mail = await reportMail(db, config, first.email);
  printList(context, input, reports, {
    text: (report) => accountText(report, mail),
    none: '',
    json: (report) => ({ ...report, mail }),
    between: '\n\n',
  });
}

export const accounts: Command = {
  usage: [
    ...FORMS.map((form) => `${form} [--json]`),
    ...Object.keys(CHANGES).map((verb) => `${verb} <address or id>${FORM_OPTIONS[verb] ?? ''} --reason "<why>" [--by <name>]`),
  ],
  summary: 'accounts: find, show, verify, suspend, export, delete; list and end sessions',
  words: 2,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS, to: { type: 'string' } },
  async run(context, input) {
    const [verb = '', who] = input.words;
    const change = CHANGES[verb];
    if (who === undefined || (change === undefined && !['find', 'show', 'sessions'].includes(verb)))
      throw new UsageError(
        'Say what to do with whom, such as `accounts show ada@example.com`: see "pnpm solvent help accounts".',
      );
    const act = change && parseAuditEntry(input, `${verb} account`);
    const config = context.settings();
    await withDatabase(config, async (db) => {
      if (change !== undefined && act !== undefined) return context.print(await change(config, db, who, act, input));
      if (verb === 'sessions') {
        const open = await listSessions(db, (await find(db, who)).id);
        return printList(context, input, open, {
          text: ({ lastUsedAt, userAgent }) =>
            `last used ${lastUsedAt.toISOString().slice(0, 16).replace('T', ' ')}  ${userAgent}`,
          none: 'Nowhere is this account signed in.',
        });
      }
      if (verb === 'find') return printFound(context, input, db, who);
      return printShown(context, input, config, db, who);
    });
  },
};
