import { Stack, Text } from '@solvent/ui';
import { useState } from 'react';
import { LocalMailLine } from '../../email-link/local-mail-line.tsx';
import { requestEmailLink } from '../../email-link/request-email-link.ts';
import { toIdentityError } from '../../identity/identity-error.ts';
import { AddressForm } from './address-form.tsx';
import type { AddressProblem } from './address-form.tsx';

/** Sends a new link in place of one that cannot be used. */
export function NewLink({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<AddressProblem>();

  async function send(address: string): Promise<void> {
    try {
      await requestEmailLink(address, 'sign-up');
      setSentTo(address);
    } catch (error) {
      setProblem({ email: address, text: `The link could not be sent. ${toIdentityError(error).message}` });
    }
  }

  if (!sentTo) return <AddressForm initial={email} submitLabel="Send a new link" problem={problem} onSubmit={send} />;
  return (
    <Stack gap="2" role="status">
      <Text overflowWrap="anywhere">
        A new link is on its way to <strong>{sentTo}</strong>. Open it in this browser.
      </Text>
      <LocalMailLine />
    </Stack>
  );
}
