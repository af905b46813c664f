import type { SocialType } from '@solvent/contracts';
import { ApiError, failureText, useMutation } from '@solvent/http';
import { Button, Flex, Stack, Text, toast } from '@solvent/ui';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { IdentityError } from '../../../identity/identity-error.ts';
import { identity, warmUpIdentity } from '../../../identity/identity.ts';
import { GitHubMark, GoogleMark } from '../../../social/provider-marks.tsx';
import { useDeleteAccount } from './use-delete-account.ts';

const PROVIDERS: Record<SocialType, { name: string; Mark: ComponentType }> = {
  github: { name: 'GitHub', Mark: GitHubMark },
  google: { name: 'Google', Mark: GoogleMark },
};

/** What the server says of the popup's account stands under no field. */
const textOf = (error: unknown) =>
  (error instanceof ApiError ? error.errors.idToken : undefined) ?? failureText(error, 'Failed to delete your account');

/** Closing the popup is changing one's mind: nothing is told. */
function tellFailure(error: unknown): void {
  if (!(error instanceof IdentityError)) toast.error(textOf(error));
  else if (error.failure !== 'cancelled') toast.error(error.message);
}

interface DeleteWithProviderProps {
  /** What signs in to this account. */
  providers: SocialType[];
  onClose: () => void;
}

/** An account without a password: the person signs in with GitHub or Google once more, and it is deleted. */
export function DeleteWithProvider({ providers, onClose }: DeleteWithProviderProps) {
  const deleteAccount = useDeleteAccount();
  const [isProven, setProven] = useState(false);
  const confirm = useMutation({
    mutationFn: async (type: SocialType) => {
      setProven(false);
      const { idToken } = await identity.signInWithProvider(type);
      setProven(true);
      await deleteAccount({ idToken });
    },
    onError: tellFailure,
  });
  return (
    <Stack gap="4">
      <Text>Sign in once more, to confirm that it is you.</Text>
      <Flex gap="3" justify="flex-end" wrap="wrap">
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Cancel
        </Button>
        {providers.map((type) => {
          const { name, Mark } = PROVIDERS[type];
          return (
            <Button
              key={type}
              colorPalette="red"
              loading={confirm.isPending && confirm.variables === type}
              loadingText={isProven ? 'Deleting…' : `Waiting for ${name}…`}
              disabled={confirm.isPending}
              // The popup must open within the click: the code behind it is fetched when a click is near.
              onPointerEnter={warmUpIdentity}
              onFocus={warmUpIdentity}
              onClick={() => confirm.mutate(type)}
            >
              <Mark />
              Delete with {name}
            </Button>
          );
        })}
      </Flex>
    </Stack>
  );
}
