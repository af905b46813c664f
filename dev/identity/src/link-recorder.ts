import { BadRequestError } from 'firebase-tools/lib/emulator/auth/errors.js';
import type { OobRecord, ProjectState } from 'firebase-tools/lib/emulator/auth/server.js';
import type { EmailLink } from '../../../api/src/platform/identity/email-link.ts';
import { buildLinkEmail } from './link-email.ts';

/** Only the latest links are kept. */
const MAX_LINKS = 200;
/** Same as for sign-in links of Firebase. */
const LINK_LIFETIME_MS = 6 * 60 * 60 * 1000;

/**
 * The map in which the emulator stores its projects. Records the links that production would send by email, with their time, which
 * the emulator does not store, and rejects expired links.
 */
export class LinkRecorder extends Map<string, ProjectState> {
  readonly #links: EmailLink[] = [];
  /** Expiry time by code (ms since 1970). */
  readonly #expiryTimes = new Map<string, number>();

  /** The recorded links, newest first. */
  get links(): EmailLink[] {
    return this.#links.toReversed();
  }

  /** Expires a link. @returns false if no link has the code */
  expire(code: string): boolean {
    if (!this.#expiryTimes.has(code)) return false;
    this.#expiryTimes.set(code, 0);
    return true;
  }

  override set(projectId: string, state: ProjectState): this {
    const createOob = state.createOob.bind(state);
    const validateOobCode = state.validateOobCode.bind(state);
    state.createOob = (...args) => {
      const record = createOob(...args);
      this.#recordLink(record);
      return record;
    };
    state.validateOobCode = (code) => {
      const found = validateOobCode(code);
      if (found && Date.now() >= (this.#expiryTimes.get(code) ?? Infinity)) throw new BadRequestError('EXPIRED_OOB_CODE');
      return found;
    };
    return super.set(projectId, state);
  }

  #recordLink(record: OobRecord): void {
    const now = Date.now();
    this.#expiryTimes.set(record.oobCode, now + LINK_LIFETIME_MS);
    this.#links.push({ to: record.email, ...buildLinkEmail(record), link: record.oobLink, at: new Date(now).toISOString() });
    if (this.#links.length > MAX_LINKS) this.#links.shift();
  }
}
