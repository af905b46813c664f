import type { SocialType } from '@solvent/contracts';
import { Button, Flex, Stack, Text } from '@solvent/ui';
import type { ComponentType } from 'react';
import { warmUpIdentity } from '../../../identity/identity.ts';
import { GitHubMark, GoogleMark } from '../../../social/provider-marks.tsx';
import { useProviderDeletion } from './use-provider-deletion.ts';

const PROVIDERS: Record<SocialType, { name: string; Mark: ComponentType }> = {
  github: { name: 'GitHub', Mark: GitHubMark },
  google: { name: 'Google', Mark: GoogleMark },
};

interface DeleteWithProviderProps {
  /** What signs in to this account. */
  providers: SocialType[];
  onClose: () => void;
}

/** An account without a password: the person signs in with GitHub or Google once more, and it is deleted. */
export function DeleteWithProvider({ providers, onClose }: DeleteWithProviderProps) {
  const { deletion, confirm } = useProviderDeletion();
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
              loading={deletion?.type === type}
              loadingText={deletion?.step === 'deleting' ? 'Deleting…' : `Waiting for ${name}…`}
              disabled={deletion !== null}
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
