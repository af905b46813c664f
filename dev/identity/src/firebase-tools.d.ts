/** The parts of Firebase's emulator that are used: internal, so its version is pinned. */
declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http';

  /** A link that would have been sent by e-mail. */
  export interface OobRecord {
    email: string;
    requestType: 'EMAIL_SIGNIN' | 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL';
    oobCode: string;
    oobLink: string;
  }

  /** An account at a provider that has signed in. */
  export interface ProviderInfo {
    rawId: string;
    email?: string;
    displayName?: string;
  }

  /** State of one project. */
  export interface ProjectState {
    createOob(
      email: string,
      newEmail: string | undefined,
      requestType: OobRecord['requestType'],
      generateLink: (code: string) => string,
    ): OobRecord;
    /** The link of a code that was not used yet. */
    validateOobCode(code: string): OobRecord | undefined;
    listProviderInfosByProviderId(providerId: string): ProviderInfo[];
  }

  /** Makes the emulator's Express application. `mode` 0: one project, no warnings. */
  export function createApp(projectId: string, mode: 0, states: Map<string, ProjectState>): Promise<RequestListener>;
}

declare module 'firebase-tools/lib/emulator/auth/errors.js' {
  /** Answered with status 400 and its message, which the SDK knows as a code. */
  export class BadRequestError extends Error {}
}
