import type { IsoTime } from '@solvent/contracts';

/** A link that would have been sent by e-mail, as the identity emulator (`dev/identity`) tells it at {@link LINKS_PATH}. */
export interface EmailLink {
  to: string;
  subject: string;
  text: string;
  link: string;
  at: IsoTime;
}

/** Where the emulator lists its links, newest first: `{ links }`. */
export const LINKS_PATH = '/solvent/links';
