import { NonRetryableError } from '../jobs/job.ts';
import { MailError } from './mail.ts';
import type { Email, Mail } from './mail.ts';

/**
 * Sends an email from a job, which is retried until the server takes it.
 * @throws HopelessJobError if the server never will
 */
export async function sendFromJob(mail: Mail, letter: Email, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await mail.send(letter).catch((error: unknown) => {
    throw error instanceof MailError && error.isFinal ? new NonRetryableError(error.message, { cause: error }) : error;
  });
}
