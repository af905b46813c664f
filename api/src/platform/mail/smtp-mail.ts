import { cutText } from '@solvent/contracts';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { getErrorMessage } from '../errors/error-code.ts';
import { isLoopback } from '../http/local-request.ts';
import { NonRetryableError } from '../jobs/job.ts';
import type { Email, Mail } from './mail.ts';

type Settings = NonNullable<Config['smtp']>;

const TIMEOUTS_MS = { dnsTimeout: 5000, connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000 };

const MAX_HEADER_LENGTH = 300;

/** Prevents header injection, and invisible control characters. */
const toHeader = (text: string) =>
  cutText(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim(), MAX_HEADER_LENGTH, MAX_HEADER_LENGTH);

/** Returns whether TLS is required, so that an attacker on the network cannot strip STARTTLS from the greeting and read the password. */
function requiresTls(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && hostname !== 'localhost' && !isLoopback(hostname);
}

const openTransport = ({ url }: Settings, timeouts: typeof TIMEOUTS_MS) =>
  createTransport({ url, requireTLS: requiresTls(url), ...timeouts, disableFileAccess: true, disableUrlAccess: true });

/** nodemailer's codes for a rejected envelope or message; a rejected greeting or login is a configuration error. */
const EMAIL_REJECTED: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

function toMailError(error: unknown): Error {
  const { responseCode, code }: { responseCode?: unknown; code?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && EMAIL_REJECTED.includes(code);
  const message = `The mail server did not accept the email: ${getErrorMessage(error)}`;
  return new (isPermanent ? NonRetryableError : Error)(message, { cause: error });
}

function toMessage({ to, replyTo, subject, text, link, unsubscribeLink, reference }: Email, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: toHeader(replyTo.name), address: toHeader(replyTo.address) } }),
    ...(reference && { messageId: `<${reference}@${domain}>` }),
    subject: toHeader(subject),
    text: link === undefined ? text : `${text}\n\n${link}\n`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeLink && { 'List-Unsubscribe': `<${unsubscribeLink}>` }) },
  };
}

export function createSmtpMail(settings: Settings, timeouts = TIMEOUTS_MS): Mail {
  const transport = openTransport(settings, timeouts);
  return {
    configured: true,
    send: async (email) => {
      await transport.sendMail(toMessage(email, settings.from)).catch((error: unknown) => {
        throw toMailError(error);
      });
    },
  };
}

/** Connects and logs in. @returns the reason if that fails */
export async function smtpProblem(settings: Settings, timeouts = TIMEOUTS_MS): Promise<string | undefined> {
  const transport = openTransport(settings, timeouts);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return getErrorMessage(error);
  } finally {
    transport.close();
  }
}
