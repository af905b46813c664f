import type { OobRecord, ProjectState } from 'firebase-tools/lib/emulator/auth/server.js';
import type { EmailLink } from './email-link.ts';

/** No more than the latest are kept. */
const KEPT = 200;

const SUBJECTS: Record<OobRecord['requestType'], string> = {
  EMAIL_SIGNIN: 'Confirm your email address for Solvent',
  PASSWORD_RESET: 'Choose a new password for Solvent',
  VERIFY_EMAIL: 'Confirm your email address for Solvent',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email address for Solvent',
  RECOVER_EMAIL: 'Your email address for Solvent was changed',
};

/**
 * The emulator's projects, as it keeps them itself: of each, the links that would have been mailed are noted with
 * their time, which the emulator does not keep.
 */
export class LinkRecorder extends Map<string, ProjectState> {
  readonly #links: EmailLink[] = [];

  /** The noted links, newest first. */
  get links(): EmailLink[] {
    return this.#links.toReversed();
  }

  override set(projectId: string, state: ProjectState): this {
    const createOob = state.createOob.bind(state);
    state.createOob = (...args) => {
      const made = createOob(...args);
      this.#note({ to: made.email, subject: SUBJECTS[made.requestType], link: made.oobLink, at: new Date().toISOString() });
      return made;
    };
    return super.set(projectId, state);
  }

  #note(link: EmailLink): void {
    this.#links.push(link);
    if (this.#links.length > KEPT) this.#links.shift();
  }
}
