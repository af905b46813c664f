import type { SignInMethods, SocialType } from '@solvent/contracts';
import { Stack } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { PartNotLoaded, PartSkeleton } from '../part-states.tsx';
import { useSignInMethods } from '../sign-in-methods/own-sign-in-methods.ts';
import { DeleteWithPassword } from './delete-with-password.tsx';
import { DeleteWithProvider } from './delete-with-provider.tsx';
import { DeletionFacts } from './deletion-facts.tsx';

const SOCIAL: SocialType[] = ['github', 'google'];

function Confirmation({ methods, onClose }: { methods: SignInMethods; onClose: () => void }) {
  if (methods.password) return <DeleteWithPassword onClose={onClose} />;
  return <DeleteWithProvider providers={SOCIAL.filter((type) => methods[type])} onClose={onClose} />;
}

/** Says what goes and what stays, and asks who it is before the account goes. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { isPending, data, refetch } = useSignInMethods();
  return (
    <Modal open onClose={onClose} title="Delete your account?">
      <Stack gap="5">
        <DeletionFacts />
        {isPending ? <PartSkeleton label="Loading" minH="120px" /> : null}
        {data ? <Confirmation methods={data} onClose={onClose} /> : null}
        {!isPending && !data ? (
          <PartNotLoaded text="How you sign in could not be loaded." onRetry={() => void refetch()} />
        ) : null}
      </Stack>
    </Modal>
  );
}
