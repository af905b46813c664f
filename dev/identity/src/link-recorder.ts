import { BadRequestError } from 'firebase-tools/lib/emulator/auth/errors.js';
import type { OobRecord, ProjectState } from 'firebase-tools/lib/emulator/auth/server.js';
import type { EmailLink } from '../../../api/src/platform/identity/email-link.ts';
import { buildLinkEmail } from './link-email.ts';

/** No more than the latest are kept. */
const KEPT = 200;
/** How long a link works (ms): as long as Firebase's sign-in links. */
const LINK_LIFE = 6 * 60 * 60 * 1000;

/**
 * The emulator's projects, as it keeps them itself: of each, the links that would have been mailed are noted with
 * their time, which the emulator does not keep, and are refused when they are old.
 */
export class LinkRecorder extends Map<string, ProjectState> {
  readonly #links: EmailLink[] = [];
  /** By code, when a link stops working (ms since 1970). */
  readonly #ends = new Map<string, number>();

  /** The noted links, newest first. */
  get links(): EmailLink[] {
    return this.#links.toReversed();
  }

  /** Makes a link too old. False if there is none with the code. */
  expire(code: string): boolean {
    if (!this.#ends.has(code)) return false;
    this.#ends.set(code, 0);
    return true;
  }

  override set(projectId: string, state: ProjectState): this {
    const createOob = state.createOob.bind(state);
    const validateOobCode = state.validateOobCode.bind(state);
    state.createOob = (...args) => {
      const made = createOob(...args);
      this.#note(made);
      return made;
    };
    state.validateOobCode = (code) => {
      const found = validateOobCode(code);
      if (found && Date.now() >= (this.#ends.get(code) ?? Infinity)) throw new BadRequestError('EXPIRED_OOB_CODE');
      return found;
    };
    return super.set(projectId, state);
  }

  #note(made: OobRecord): void {
    const now = Date.now();
    this.#ends.set(made.oobCode, now + LINK_LIFE);
    this.#links.push({ to: made.email, ...buildLinkEmail(made), link: made.oobLink, at: new Date(now).toISOString() });
    if (this.#links.length > KEPT) this.#links.shift();
  }
}
