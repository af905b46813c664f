/** A mail to send. `link` is what its reader is to follow. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  link?: string;
}

/** Sends mail: the port. */
export interface Mail {
  /** False where no mail server is configured and none is stood in for: then nothing is sent. */
  readonly configured: boolean;
  send(letter: Letter): Promise<void>;
}

/** Where no mail server is configured. */
export const noMail: Mail = { configured: false, send: async () => {} };
