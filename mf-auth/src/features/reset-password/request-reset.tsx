import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import type { ReactNode } from 'react';
import { typedAddressOf } from '../../account/entry-state.ts';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { LinkRequest } from '../../email-link/link-request.tsx';
import { useEmailLink } from '../../email-link/use-email-link.ts';
import { Remembered } from './remembered.tsx';

/** The same for every address: nobody learns here who has an account. */
const sentText = (email: ReactNode) => <>If an account uses {email}, a link to choose a new password is on its way.</>;

/** Without a link: asks for the address that one goes to. */
export function RequestReset() {
  const { state } = useLocation();
  const ownAddress = useSession(({ userData }) => userData?.email);
  const address = typedAddressOf(state) || ownAddress || '';
  const link = useEmailLink(address, 'reset-password');
  const isSent = link.state.step === 'sent';
  return (
    <AuthCard
      title="Reset your password"
      text={isSent ? undefined : 'Enter the email of your account. We send a link to it that lets you choose a new password.'}
      foot={<Remembered />}
    >
      <LinkRequest link={link} initial={address} submitLabel="Send the link" sentText={sentText} />
    </AuthCard>
  );
}
