import type { SocialType } from '@solvent/contracts';
import { ApiError } from '@solvent/http';
import { Button, Flex, Stack, Text, toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { IdentityError } from '../../../identity/identity-error.ts';
import { identity, warmUpIdentity } from '../../../identity/identity.ts';
import { GitHubMark, GoogleMark } from '../../../social/provider-marks.tsx';
import type { Deletion } from './use-delete-account.ts';

/** Closing the popup is changing one's mind: nothing is told. */
function tellFailure(error: unknown): void {
  // What the server says of the popup's account stands under no field.
  if (error instanceof ApiError && error.errors.idToken !== undefined) toast.error(error.errors.idToken);
  else if (!(error instanceof IdentityError)) toast.failure(error, 'Failed to delete your account');
  else if (error.failure !== 'cancelled') toast.error(error.message);
}

/**
 * Deletes the account once GitHub or Google has vouched for the person in a popup. A proof that comes after the dialog
 * was closed, or after another popup took its place, deletes nothing.
 */
function useProviderDeletion(deleteAccount: Deletion['deleteAccount']) {
  const [provider, setProvider] = useState<SocialType | null>(null);
  const attempt = useRef<object | null>(null);
  useEffect(
    () => () => {
      attempt.current = null;
    },
    [],
  );

  async function confirm(type: SocialType): Promise<void> {
    const own = {};
    attempt.current = own;
    const show = (chosen: SocialType | null) => {
      if (attempt.current === own) setProvider(chosen);
    };
    show(type);
    try {
      const { idToken } = await identity.signInWithProvider(type, () => show(null));
      if (attempt.current !== own) return;
      show(type);
      await deleteAccount({ idToken });
    } catch (error) {
      tellFailure(error);
    } finally {
      show(null);
    }
  }

  return { provider, confirm };
}

const PROVIDERS: Record<SocialType, { name: string; Mark: ComponentType }> = {
  github: { name: 'GitHub', Mark: GitHubMark },
  google: { name: 'Google', Mark: GoogleMark },
};

interface DeleteWithProviderProps {
  /** What signs in to this account. */
  providers: SocialType[];
  deletion: Deletion;
  onClose: () => void;
}

/** An account without a password: the person signs in with GitHub or Google once more, and it is deleted. */
export function DeleteWithProvider({ providers, deletion, onClose }: DeleteWithProviderProps) {
  const { isDeleting, deleteAccount } = deletion;
  const { provider, confirm } = useProviderDeletion(deleteAccount);
  return (
    <Stack gap="4">
      <Text>Sign in once more, to confirm that it is you.</Text>
      <Flex gap="3" justify="flex-end" wrap="wrap">
        <Button variant="outline" colorPalette="gray" disabled={isDeleting} onClick={onClose}>
          Cancel
        </Button>
        {providers.map((type) => {
          const { name, Mark } = PROVIDERS[type];
          return (
            <Button
              key={type}
              colorPalette="red"
              loading={provider === type}
              loadingText={isDeleting ? 'Deleting…' : `Waiting for ${name}…`}
              disabled={provider !== null}
              // The popup must open within the click: the code behind it is fetched when a click is near.
              onPointerEnter={warmUpIdentity}
              onFocus={warmUpIdentity}
              onClick={() => void confirm(type)}
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
