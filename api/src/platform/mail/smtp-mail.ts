import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../http/local-request.ts';
import { MailError } from './mail.ts';
import type { Email, Mail } from './mail.ts';

type Settings = NonNullable<Config['smtp']>;

/** How long the server may take (ms) to be connected to, to greet, and for each answer. */
const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000 };

/** The longest a header's text may be. */
const HEADER_MAX = 300;

/** Nothing that ends a line, or hides what stands there: a header is one line, whoever wrote it. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, HEADER_MAX);

/** A password goes over a network by TLS alone: whoever sits between could take the offer of it out of a greeting. */
function needsTls(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && hostname !== 'localhost' && !isLoopback(hostname);
}

const transportTo = ({ url }: Settings, timeouts: typeof TIMEOUTS) =>
  createTransport({ url, requireTLS: needsTls(url), ...timeouts, disableFileAccess: true, disableUrlAccess: true });

/** What the library says of a failure besides its text. */
interface Refusal {
  responseCode?: unknown;
  code?: unknown;
}

/** What the server said of the letter, not of who sends it: a greeting or a login that is refused, somebody mends. */
const OF_THE_LETTER: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/** 5xx to the letter stays so. */
function toMailError(error: unknown): MailError {
  const { responseCode, code }: Refusal = typeof error === 'object' && error !== null ? error : {};
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && OF_THE_LETTER.includes(code);
  const reason = error instanceof Error ? error.message : String(error);
  return new MailError(`The mail server did not take the letter: ${reason}`, { isFinal, cause: error });
}

function composed({ to, replyTo, subject, text, link, reference }: Email, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: oneLine(replyTo.address) } }),
    ...(reference && { messageId: `<${reference}@${domain}>` }),
    subject: oneLine(subject),
    text: link === undefined ? text : `${text}\n\n${link}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Mail that goes out by an SMTP server: one connection for each letter, and a bounded wait for it. */
export function createSmtpMail(settings: Settings, timeouts = TIMEOUTS): Mail {
  const transport = transportTo(settings, timeouts);
  return {
    configured: true,
    send: async (letter) => {
      await transport.sendMail(composed(letter, settings.from)).catch((error: unknown) => {
        throw toMailError(error);
      });
    },
  };
}

/** Connects and signs in, and sends nothing. @returns why that does not work */
export async function smtpProblem(settings: Settings, timeouts = TIMEOUTS): Promise<string | undefined> {
  const transport = transportTo(settings, timeouts);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}
