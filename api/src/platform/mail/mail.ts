/** A mail to send. `link` is what its reader is to follow. */
export interface Email {
  to: string;
  /** Whom an answer goes to, where that is not who sends. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  link?: string;
  /** What it is about: sent twice, it is the same mail to programs that read mail. */
  reference?: string;
}

/** Sends mail: the port. */
export interface Mail {
  /** False where no mail server is configured and none is stood in for: then nothing is sent. */
  readonly configured: boolean;
  /** @throws MailError where the server did not take it */
  send(letter: Email): Promise<void>;
}

/** A letter was not taken. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether the server will not take this letter another time either: its address is none, or it refuses what stands in it. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** Where no mail server is configured. */
export const noMail: Mail = { configured: false, send: async () => {} };
