import type { IsoTime } from '@solvent/contracts';

/** An email link that the identity emulator (`dev/identity`) lists instead of sending. */
export interface EmailLink {
  to: string;
  subject: string;
  text: string;
  link: string;
  at: IsoTime;
}

/** Path of the emulator that returns `{ links }`, newest first. */
export const LINKS_PATH = '/solvent/links';
