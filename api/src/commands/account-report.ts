import { desc, eq, sql } from 'drizzle-orm';
import { normalizeEmail } from '../features/accounts/index.ts';
import { contactMessages } from '../schema/index.ts';
import type { UserRow } from '../schema/index.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/connect.ts';
import { isId } from '../platform/is-id.ts';
import { findUnfinishedJob } from '../platform/jobs/failed-jobs.ts';
import { formatTime } from './command.ts';

interface ReportRow extends Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'createdAt' | 'suspendedAt'> {
  /** Null if the email address is not verified yet. */
  verifiedSince: Date | null;
  /** When the verification link of a sign-up expires. */
  expiresAt: Date | null;
  signsInWith: string[];
  lastSeenAt: Date | null;
  sessions: number;
  /** The operator and the reason are known only for suspensions by a command. */
  by: string | null;
  reason: string | null;
}

/** Support's view of an account, or of a sign-up with an unverified address. */
type AccountReport = Awaited<ReturnType<typeof readReports>>[number];

const MAX_RESULTS = 100;

const selectReports = (condition: string) => `
  SELECT u.id, u.email, u.name, u.role, u.created_at AS "createdAt", u.created_at AS "verifiedSince", NULL AS "expiresAt",
    array_remove(ARRAY[CASE WHEN u.password_hash IS NOT NULL THEN 'password' END]
      || ARRAY(SELECT type FROM social_identities WHERE user_id = u.id ORDER BY type), NULL) AS "signsInWith",
    greatest((SELECT max(last_used_at) FROM sessions WHERE user_id = u.id),
      (SELECT max(last_used_at) FROM known_devices WHERE user_id = u.id)) AS "lastSeenAt",
    (SELECT count(*) FROM sessions WHERE user_id = u.id AND expires_at > now())::int AS sessions,
    u.suspended_at AS "suspendedAt", act.by, act.reason
  FROM (SELECT * FROM users WHERE deleted_at IS NULL AND (${condition}) ORDER BY id LIMIT ${MAX_RESULTS}) AS u
  LEFT JOIN LATERAL (
    SELECT by, reason FROM operator_acts WHERE subject = u.id::text AND act = 'suspend account' ORDER BY at DESC LIMIT 1
  ) AS act ON u.suspended_at IS NOT NULL
  UNION ALL
  (SELECT id, email, name, role, created_at, NULL, expires_at,
    array_remove(ARRAY[CASE WHEN password_hash IS NOT NULL THEN 'password' END, social_type], NULL), NULL, 0, NULL, NULL, NULL
  FROM pending_sign_ups WHERE expires_at > now() AND (${condition}) ORDER BY created_at DESC LIMIT ${MAX_RESULTS})
  ORDER BY "expiresAt" NULLS FIRST, id`;

const METHOD_NAMES = new Map([
  ['github', 'GitHub'],
  ['google', 'Google'],
]);

async function readReports(db: Db, condition: string, values: unknown[]) {
  const { rows } = await db.$client.query<ReportRow>(selectReports(condition), values);
  return rows.map(({ suspendedAt, by, reason, ...report }) => ({
    ...report,
    signsInWith: report.signsInWith.map((method) => METHOD_NAMES.get(method) ?? method),
    suspended: suspendedAt && { since: suspendedAt, by, reason },
  }));
}

export const findAccounts = (db: Db, words: string): Promise<AccountReport[]> =>
  readReports(db, 'name ILIKE $1 OR email ILIKE $1', [`%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`]);

/** Finds the account with an address or id, and its pending sign-ups; an empty list if there are none. */
export const reportAccount = (db: Db, who: string): Promise<AccountReport[]> =>
  readReports(db, 'id = $1 OR email = $2', [isId(who) ? who : null, normalizeEmail(who)]);

type MailSettings = Pick<Config, 'identity' | 'smtp' | 'contactEmail'>;

async function describeTeamMail(db: Db, { smtp, contactEmail }: MailSettings, messageId: string): Promise<string> {
  const job = await findUnfinishedJob(db, 'contact-mail', messageId);
  if (job !== undefined)
    return `not sent to the team${job.isFailed ? ', gave up' : ' yet'}${job.error === '' ? '' : `: ${job.error}`}`;
  if (smtp !== undefined && contactEmail !== undefined) return `sent to ${contactEmail}`;
  return 'not sent to the team: SMTP_URL or CONTACT_EMAIL is not set';
}

/** Lines about emails to and from an address, or why none were sent. */
export async function reportMail(db: Db, settings: MailSettings, email: string): Promise<string[]> {
  const { emulatorHost, projectId } = settings.identity;
  const links =
    emulatorHost === undefined
      ? `Links to verify the address and to set a password are sent by Firebase (project ${projectId}), which does not report delivery.`
      : 'Links to verify the address and to set a password are not sent: the identity emulator keeps them (/dev/mail).';
  const written = await db
    .select()
    .from(contactMessages)
    .where(eq(sql`lower(trim(${contactMessages.email}))`, email))
    .orderBy(desc(contactMessages.createdAt))
    .limit(MAX_RESULTS);
  const lines = [links];
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
