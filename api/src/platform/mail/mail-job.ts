import { NonRetryableError } from '../jobs/job.ts';
import { MailError } from './mail.ts';
import type { Email, Mail } from './mail.ts';

/** Sends an email in a job. @throws NonRetryableError if the server rejects it permanently */
export async function sendFromJob(mail: Mail, email: Email, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await mail.send(email).catch((error: unknown) => {
    throw error instanceof MailError && error.isPermanent ? new NonRetryableError(error.message, { cause: error }) : error;
  });
}
