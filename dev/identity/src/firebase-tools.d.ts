/** Types of internal modules of the Firebase emulator. Its version is pinned, because they are not a public API. */
declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http';

  /** An out-of-band link that production would send by email. */
  export interface OobRecord {
    email: string;
    requestType: 'EMAIL_SIGNIN' | 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL';
    oobCode: string;
    oobLink: string;
  }

  /** A provider account that has signed in. */
  export interface ProviderInfo {
    rawId: string;
    email?: string;
    displayName?: string;
  }

  export interface ProjectState {
    createOob(
      email: string,
      newEmail: string | undefined,
      requestType: OobRecord['requestType'],
      generateLink: (code: string) => string,
    ): OobRecord;
    /** Returns the link of a code that was not used yet. */
    validateOobCode(code: string): OobRecord | undefined;
    listProviderInfosByProviderId(providerId: string): ProviderInfo[];
  }

  /** Creates the Express application of the emulator. @param mode 0: one project, without warnings */
  export function createApp(projectId: string, mode: 0, states: Map<string, ProjectState>): Promise<RequestListener>;
}

declare module 'firebase-tools/lib/emulator/auth/errors.js' {
  /** The emulator responds with status 400 and the message, which the SDK parses as an error code. */
  export class BadRequestError extends Error {}
}
