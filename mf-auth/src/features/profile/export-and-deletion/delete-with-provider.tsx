import type { SocialType } from '@solvent/contracts';
import { Button, Flex, Stack, Text } from '@solvent/ui';
import { ProviderButton } from '../../../social/provider-button.tsx';
import { getProvider } from '../../../social/providers.ts';
import { useProviderPopup } from '../../../social/use-provider-popup.ts';
import type { Deletion } from './use-delete-account.ts';

interface DeleteWithProviderProps {
  providers: SocialType[];
  deletion: Deletion;
  onClose: () => void;
}

/** Accounts without a password confirm the deletion in the provider's popup. */
export function DeleteWithProvider({ providers, deletion, onClose }: DeleteWithProviderProps) {
  const { isDeleting, deleteAccount } = deletion;
  const { busy, signIn } = useProviderPopup('Failed to delete your account');
  return (
    <Stack gap="4">
      <Text>Sign in again to confirm it’s you.</Text>
      <Flex gap="3" justify="flex-end" wrap="wrap">
        <Button variant="outline" colorPalette="gray" disabled={isDeleting} onClick={onClose}>
          Cancel
        </Button>
        {providers.map((type) => (
          <ProviderButton
            key={type}
            colorPalette="red"
            provider={type}
            busy={busy}
            label={`Delete with ${getProvider(type).name}`}
            submittingLabel="Deleting…"
            onClick={() => void signIn(type, (idToken) => deleteAccount({ idToken }))}
          />
        ))}
      </Flex>
    </Stack>
  );
}
