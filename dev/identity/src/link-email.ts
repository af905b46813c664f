import type { OobRecord } from 'firebase-tools/lib/emulator/auth/server.js';
import type { EmailLink } from '../../../api/src/platform/identity/email-link.ts';

type LinkEmail = Pick<EmailLink, 'subject' | 'text'>;

const IGNORE = 'If you did not ask for it, ignore this mail.';
const CONFIRM: LinkEmail = {
  subject: 'Confirm your email address for Solvent',
  text: `Follow the link to confirm this address. ${IGNORE}`,
};
const RESET: LinkEmail = {
  subject: 'Choose a new password for Solvent',
  text: `Follow the link to choose a new password. ${IGNORE}`,
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

function getPageUrl(link: string): string | undefined {
  const target = new URL(link).searchParams.get('continueUrl');
  return target !== null && URL.canParse(target) ? new URL(target).pathname : undefined;
}

/** The email with a link; the page that it leads to states its purpose. */
export function buildLinkEmail({ requestType, oobLink }: OobRecord): LinkEmail {
  return getPageUrl(oobLink) === '/reset-password' ? RESET : EMAILS[requestType];
}
