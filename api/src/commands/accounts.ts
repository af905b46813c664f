import { createWriteStream } from 'node:fs';
import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { desc, eq } from 'drizzle-orm';
import { ACCOUNT_HOOKS } from '../hooks.ts';
import { deleteAccount, endSessions, normalizeEmail, streamUserExport, verifyManually } from '../features/accounts/index.ts';
import { sessions, users } from '../schema/index.ts';
import type { UserRow } from '../schema/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { errorCode, isUnreachable } from '../platform/errors/error-code.ts';
import { createFirebaseVerifier } from '../platform/identity/firebase-verifier.ts';
import { isId } from '../platform/is-id.ts';
import { createLogger } from '../platform/log.ts';
import type { Events } from '../platform/outbox/outbox.ts';
import { formatAccountLine, formatAccount, findAccounts, reportAccount, reportMail } from './account-report.ts';
import { parseAuditEntry, recordAuditEntry } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import { formatTime, printList, textOption, databaseCommand } from './command.ts';
import type { Input, DatabaseContext } from './command.ts';

async function find(db: Db, who: string): Promise<UserRow> {
  const email = normalizeEmail(who);
  const same = isId(who) ? eq(users.id, who) : eq(users.email, email);
  const [found] = await db.select().from(users).where(same);
  if (found === undefined || found.deletedAt !== null) throw new StartupError(`No account with the address or id ${who}.`);
  return found;
}

const listSessions = (db: Db, userId: string) => {
  const { id, userAgent, createdAt, lastUsedAt, expiresAt } = sessions;
  const selected = db.select({ id, userAgent, createdAt, lastUsedAt, expiresAt }).from(sessions);
  return selected.where(eq(sessions.userId, userId)).orderBy(desc(lastUsedAt));
};

const toMap = <Value>(verbs: Record<string, Value>) => new Map(Object.entries(verbs));

type AccountAction = (database: DatabaseContext, who: string, entry: AuditEntry, input: Input) => Promise<string>;

const buildAccountAction =
  (report: string, update: (tx: Tx, events: Events, id: string) => Promise<unknown>): AccountAction =>
  async ({ db, transact }, who, entry) => {
    const { id, email } = await find(db, who);
    await transact(async (tx, events) => {
      await update(tx, events, id);
      await recordAuditEntry(tx, entry, id);
    });
    return `${email} ${report}`;
  };

const signOut = (tx: Tx, events: Events, id: string) => endSessions(tx, events, eq(sessions.userId, id));
const setSuspended = (tx: Tx, id: string, suspendedAt: Date | null) =>
  tx.update(users).set({ suspendedAt }).where(eq(users.id, id));

const ACCOUNT_ACTIONS = toMap<AccountAction>({
  'end-sessions': buildAccountAction('is signed out everywhere.', signOut),
  suspend: buildAccountAction('is suspended and signed out everywhere.', async (tx, events, id) => {
    await setSuspended(tx, id, new Date());
    await signOut(tx, events, id);
  }),
  unsuspend: buildAccountAction('can sign in again.', (tx, _events, id) => setSuspended(tx, id, null)),
  async verify({ db }, who, entry) {
    const verified = await db.transaction(async (tx) => {
      const user = await verifyManually(tx, normalizeEmail(who)).catch((error: unknown) => {
        throw error instanceof AppError
          ? new StartupError(
              `${who} was signed up more than once, and only its owner can confirm one: ask them to open the link in the email in the browser where they signed up, or to sign up again after the other sign-ups have expired.`,
            )
          : error;
      });
      if (user !== undefined) await recordAuditEntry(tx, entry, user.id);
      return user;
    });
    if (verified === undefined) throw new StartupError(`No pending sign-up for ${who}.`);
    return `${verified.email} is verified and can sign in.`;
  },
  async export({ db }, who, entry, input) {
    const user = await find(db, who);
    const file = textOption(input, 'to');
    await exportAccount(db, user, file, entry);
    if (file === undefined) return '';
    return `Exported the data of ${user.email} to ${file}, which only ${userInfo().username} can read. Send it to that address only.`;
  },
  async delete({ config, db, transact }, who, entry) {
    const user = await find(db, who);
    const identity = createFirebaseVerifier(config.identity);
    const deps = { accountHooks: ACCOUNT_HOOKS, db, transact, identity, log: createLogger(config) };
    await deleteAccount(deps, user, (tx) => recordAuditEntry(tx, entry, user.id));
    return `${user.email} is deleted.`;
  },
});

/** @param file only this system user can read it; undefined: standard output */
export async function exportAccount(db: Db, user: UserRow, file: string | undefined, entry: AuditEntry): Promise<void> {
  // First, so that every export has one.
  await recordAuditEntry(db, entry, user.id);
  const pieces = Readable.from(streamUserExport(db, user, new Date(), ACCOUNT_HOOKS.exporters));
  if (file === undefined) return pipeline(pieces, process.stdout, { end: false });
  await pipeline(pieces, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    const code = errorCode(error);
    const advice = 'choose another file with --to, or redirect the output to a file';
    if (code === 'EEXIST') throw new StartupError(`${file} already exists: ${advice}.`);
    if (code?.startsWith('E') && !isUnreachable(error)) throw new StartupError(`Cannot write ${file} (${code}): ${advice}.`);
    throw error;
  });
}

const LISTS = toMap<(database: DatabaseContext, who: string, input: Input) => Promise<void>>({
  async find({ db }, words, input) {
    const emptyText = `No account or pending sign-up has "${words}" in its name or address.`;
    printList(input, await findAccounts(db, words), { text: formatAccountLine, emptyText });
  },
  async show({ config, db }, who, input) {
    const reports = await reportAccount(db, who);
    if (reports[0] === undefined) throw new StartupError(`No account or pending sign-up with the address or id ${who}.`);
    const mail = await reportMail(db, config, reports[0].email);
    printList(input, reports, {
      text: (report) => formatAccount(report, mail),
      json: (report) => ({ ...report, mail }),
      separator: '\n\n',
    });
  },
  async sessions({ db }, who, input) {
    printList(input, await listSessions(db, (await find(db, who)).id), {
      text: ({ lastUsedAt, userAgent }) => `last used ${formatTime(lastUsedAt)}  ${userAgent}`,
      emptyText: 'This account is not signed in anywhere.',
    });
  },
});

export const accounts = databaseCommand({
  usage: [
    'find <text> [--json]',
    'show|sessions <address or id> [--json]',
    'end-sessions|suspend|unsuspend|verify|delete <address or id> --reason "<reason>" [--by <name>]',
    'export <address or id> [--to <file>] --reason "<reason>" [--by <name>]',
  ],
  summary: 'find, show, verify, suspend, export and delete accounts; list and end sessions',
  help: `Manages accounts and pending sign-ups, by email address or id.

  pnpm solvent accounts show ada@example.com          verification, sign-in methods, last seen, suspension, mail
  pnpm solvent accounts suspend ada@example.com --reason "Spam"
  pnpm solvent accounts export ada@example.com --reason "Written request SOL-7K3M9Q" > ada.json

A suspended user is signed out everywhere and cannot sign in; their content stays. export writes the data that users can download on
their profile to standard output, or to the new file in --to. delete works like the account page and cannot be undone.`,
  parse(input) {
    const [verb = '', who] = input.words;
    if (who === undefined) return undefined;
    const [list, runAction] = [LISTS.get(verb), ACCOUNT_ACTIONS.get(verb)];
    if (list !== undefined) return (database) => list(database, who, input);
    if (runAction === undefined) return undefined;
    const entry = parseAuditEntry(input, `${verb} account`);
    return (database) => runAction(database, who, entry, input);
  },
});
