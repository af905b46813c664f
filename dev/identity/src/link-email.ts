import type { OobRecord } from 'firebase-tools/lib/emulator/auth/server.js';
import type { EmailLink } from '../../../api/src/platform/identity/email-link.ts';

type LinkEmail = Pick<EmailLink, 'subject' | 'text'>;

const IGNORE_NOTE = 'If you did not ask for it, ignore this mail.';
const CONFIRM: LinkEmail = {
  subject: 'Confirm your email address for Solvent',
  text: `Follow the link to confirm this address. ${IGNORE_NOTE}`,
};
const RESET: LinkEmail = {
  subject: 'Choose a new password for Solvent',
  text: `Follow the link to choose a new password. ${IGNORE_NOTE}`,
};

const EMAILS: Record<OobRecord['requestType'], LinkEmail> = {
  EMAIL_SIGNIN: CONFIRM,
  PASSWORD_RESET: RESET,
  VERIFY_EMAIL: CONFIRM,
  VERIFY_AND_CHANGE_EMAIL: { ...CONFIRM, subject: 'Confirm your new email address for Solvent' },
  RECOVER_EMAIL: {
    subject: 'Your email address for Solvent was changed',
    text: 'Follow the link if it was not you who changed the address.',
  },
};

function getTargetPath(link: string): string | undefined {
  const target = new URL(link).searchParams.get('continueUrl');
  return target !== null && URL.canParse(target) ? new URL(target).pathname : undefined;
}

/** Returns the email for an out-of-band link. A link to /reset-password is a password reset, whatever its request type. */
export function buildLinkEmail({ requestType, oobLink }: OobRecord): LinkEmail {
  return getTargetPath(oobLink) === '/reset-password' ? RESET : EMAILS[requestType];
}
