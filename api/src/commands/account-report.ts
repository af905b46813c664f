import { and, desc, eq, gt, ilike, isNull, max, or, sql } from 'drizzle-orm';
import { normalizeEmail } from '../features/accounts/index.ts';
import { contactMessages, knownDevices, pendingSignUps, sessions, socialIdentities, users } from '../schema/index.ts';
import type { PendingSignUpRow, UserRow } from '../schema/index.ts';
import { auditEntries } from '../schema/operators.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/connect.ts';
import { isId } from '../platform/is-id.ts';
import { findUnfinishedJob } from '../platform/jobs/failed-jobs.ts';
import { mail } from '../platform/schema.ts';
import { formatTime } from './command.ts';

type AccountFields = Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'createdAt'>;

/** Support's view of an account, or of a sign-up with an unverified address. */
interface AccountReport extends AccountFields {
  /** Null if the email address is not verified yet. */
  verifiedSince: Date | null;
  /** When the verification link of a sign-up expires. */
  expiresAt: Date | null;
  signsInWith: string[];
  lastSeenAt: Date | null;
  sessions: number;
  suspended: { since: Date; by: string | null; reason: string | null } | null;
}

const MAX_RESULTS = 100;

const SOCIAL_NAMES = { github: 'GitHub', google: 'Google' } as const;

const listMethods = (passwordHash: string | null, social: (keyof typeof SOCIAL_NAMES)[]) => [
  ...(passwordHash === null ? [] : ['password']),
  ...social.map((type) => SOCIAL_NAMES[type]),
];

const pickFields = ({ id, email, name, role, createdAt }: AccountFields) => ({ id, email, name, role, createdAt });

const reportPending = ({ passwordHash, socialType, expiresAt, ...signUp }: PendingSignUpRow): AccountReport => ({
  ...pickFields(signUp),
  verifiedSince: null,
  expiresAt,
  signsInWith: listMethods(passwordHash, socialType === null ? [] : [socialType]),
  lastSeenAt: null,
  sessions: 0,
  suspended: null,
});

/** The operator who suspended an account, and the reason; only known for suspensions by command. */
async function findSuspension(db: Db, { id, suspendedAt }: UserRow): Promise<AccountReport['suspended']> {
  if (suspendedAt === null) return null;
  const [entry] = await db
    .select({ by: auditEntries.by, reason: auditEntries.reason })
    .from(auditEntries)
    .where(and(eq(auditEntries.subject, id), eq(auditEntries.act, 'suspend account')))
    .orderBy(desc(auditEntries.at))
    .limit(1);
  return { since: suspendedAt, by: entry?.by ?? null, reason: entry?.reason ?? null };
}

async function reportUser(db: Db, user: UserRow): Promise<AccountReport> {
  const { id, passwordHash, createdAt } = user;
  const social = await db.select({ type: socialIdentities.type }).from(socialIdentities).where(eq(socialIdentities.userId, id));
  const types = social.map(({ type }) => type);
  const seen: number[] = [];
  for (const table of [sessions, knownDevices]) {
    const uses = db.select({ at: max(table.lastUsedAt) }).from(table);
    const [last] = await uses.where(eq(table.userId, id));
    if (last?.at) seen.push(last.at.getTime());
  }
  return {
    ...pickFields(user),
    verifiedSince: createdAt,
    expiresAt: null,
    signsInWith: listMethods(passwordHash, types),
    lastSeenAt: seen.length === 0 ? null : new Date(Math.max(...seen)),
    sessions: await db.$count(sessions, and(eq(sessions.userId, id), gt(sessions.expiresAt, new Date()))),
    suspended: await findSuspension(db, user),
  };
}

const isPending = () => gt(pendingSignUps.expiresAt, new Date());

export async function findAccounts(db: Db, words: string): Promise<AccountReport[]> {
  const part = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = await db
    .select()
    .from(users)
    .where(and(isNull(users.deletedAt), or(ilike(users.name, part), ilike(users.email, part))))
    .orderBy(users.id)
    .limit(MAX_RESULTS);
  const pending = await db
    .select()
    .from(pendingSignUps)
    .where(and(isPending(), or(ilike(pendingSignUps.name, part), ilike(pendingSignUps.email, part))))
    .orderBy(pendingSignUps.createdAt)
    .limit(MAX_RESULTS);
  const reports: AccountReport[] = [];
  for (const user of found) reports.push(await reportUser(db, user));
  return [...reports, ...pending.map(reportPending)];
}

/** The account with an address or id, else its pending sign-ups; empty if there are none. */
export async function reportAccount(db: Db, who: string): Promise<AccountReport[]> {
  const email = normalizeEmail(who);
  const isWho = (table: typeof users | typeof pendingSignUps) => (isId(who) ? eq(table.id, who) : eq(table.email, email));
  const [user] = await db.select().from(users).where(isWho(users));
  if (user !== undefined) return user.deletedAt === null ? [await reportUser(db, user)] : [];
  const pending = await db
    .select()
    .from(pendingSignUps)
    .where(and(isPending(), isWho(pendingSignUps)))
    .orderBy(desc(pendingSignUps.createdAt));
  return pending.map(reportPending);
}

type MailSettings = Pick<Config, 'identity' | 'smtp' | 'contactEmail'>;

async function describeTeamMail(db: Db, { smtp, contactEmail }: MailSettings, messageId: string): Promise<string> {
  const job = await findUnfinishedJob(db, 'contact-mail', messageId);
  if (job === undefined)
    return smtp === undefined || contactEmail === undefined
      ? 'not sent to the team: SMTP_URL or CONTACT_EMAIL is not set'
      : `sent to ${contactEmail}`;
  const why = job.error === '' ? '' : `: ${job.error}`;
  return job.isFailed ? `not sent to the team, gave up${why}` : `not sent to the team yet${why}`;
}

/** Lines about emails to and from an address, or why none were sent. */
export async function reportMail(db: Db, settings: MailSettings, email: string): Promise<string[]> {
  const { emulatorHost, projectId } = settings.identity;
  const links =
    emulatorHost === undefined
      ? `Links to verify the address and to set a password are sent by Firebase (project ${projectId}), which does not report delivery.`
      : 'Links to verify the address and to set a password are not sent: the identity emulator keeps them (/dev/mail).';
  const kept = await db
    .select()
    .from(mail)
    .where(eq(sql`lower(trim(${mail.to}))`, email))
    .orderBy(desc(mail.at))
    .limit(MAX_RESULTS);
  const written = await db
    .select()
    .from(contactMessages)
    .where(eq(sql`lower(trim(${contactMessages.email}))`, email))
    .orderBy(desc(contactMessages.createdAt))
    .limit(MAX_RESULTS);
  const lines = [links, ...kept.map(({ at, subject }) => `${formatTime(at)}  kept in the database, not sent: ${subject}`)];
  for (const { id, reference, createdAt, subject, answeredAt } of written) {
    const state = answeredAt === null ? 'unanswered' : `answered ${formatTime(answeredAt)}`;
    const team = await describeTeamMail(db, settings, id);
    lines.push(`${formatTime(createdAt)}  message ${reference} "${subject}": ${state}; ${team}`);
  }
  return lines;
}

export function formatAccountLine({ id, email, name, role, suspended, expiresAt }: AccountReport): string {
  const suspension = suspended === null ? '' : `; suspended since ${suspended.since.toISOString().slice(0, 10)}`;
  const pending = expiresAt === null ? '' : `; not verified, expires ${formatTime(expiresAt)}`;
  return `${id}  ${email}  ${name}; ${role}${suspension}${pending}`;
}

/** @param mailLines from {@link reportMail} */
export function formatAccount(report: AccountReport, mailLines: readonly string[]): string {
  const { verifiedSince, expiresAt, signsInWith, createdAt, lastSeenAt, sessions: open, suspended } = report;
  const by = suspended === null || suspended.by === null ? '' : ` by ${suspended.by}: ${suspended.reason}`;
  return [
    formatAccountLine(report),
    `  verified      ${expiresAt === null ? `yes, since ${formatTime(verifiedSince ?? createdAt)}` : `no: the link expires ${formatTime(expiresAt)}`}`,
    `  signs in with ${signsInWith.join(', ') || 'nothing: a password can be set by email link'}`,
    `  created       ${formatTime(createdAt)}`,
    `  last seen     ${lastSeenAt === null ? 'never' : formatTime(lastSeenAt)}; signed in on ${open} ${open === 1 ? 'device' : 'devices'}`,
    `  suspended     ${suspended === null ? 'no' : `since ${formatTime(suspended.since)}${by}`}`,
    `  mail          ${mailLines.join('\n                ')}`,
  ].join('\n');
}
