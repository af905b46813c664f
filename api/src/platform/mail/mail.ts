import { NonRetryableError } from '../jobs/job.ts';

export interface Email {
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  link?: string;
  /** Becomes the Message-ID: mail clients show a repeated email once. */
  reference?: string;
}

export interface Mail {
  /** False: emails are dropped. */
  readonly configured: boolean;
  /** @throws MailError if the server rejects it or cannot be reached */
  send(email: Email): Promise<void>;
}

export class MailError extends Error {
  override readonly name = 'MailError';
  /** The server rejected the address or the content: a retry is pointless. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent, cause }: { isPermanent: boolean; cause: unknown }) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}

export const noMail: Mail = { configured: false, send: async () => {} };

/** Sends an email in a job. @throws NonRetryableError if the server rejects it permanently */
export async function sendFromJob(mail: Mail, email: Email, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await mail.send(email).catch((error: unknown) => {
    throw error instanceof MailError && error.isPermanent ? new NonRetryableError(error.message, { cause: error }) : error;
  });
}
