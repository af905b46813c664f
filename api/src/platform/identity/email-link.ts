import type { IsoTime } from '@solvent/contracts';

/** An email link that the identity emulator (`dev/identity`) lists instead of sending. */
export interface EmailLink {
  to: string;
  subject: string;
  text: string;
  link: string;
  at: IsoTime;
}

/** Newest first: `{ links }`. */
export const LINKS_PATH = '/solvent/links';
