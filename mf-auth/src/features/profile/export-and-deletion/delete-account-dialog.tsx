import type { DeleteAccountBody, SignInMethods, SocialType } from '@solvent/contracts';
import { loginRules } from '@solvent/contracts/rules';
import { http } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import { clearSession, expectSessionEnd } from '@solvent/store';
import { Box, Button, Flex, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, PasswordField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId, useState } from 'react';
import { useSignInMethods } from '../../../api/sign-in-methods.ts';
import { SectionSkeleton } from '../../../person/profile-section.tsx';
import { ProviderButton } from '../../../social/provider-button.tsx';
import { getLinkedProviders, getProvider } from '../../../social/providers.ts';
import { useProviderPopup } from '../../../social/use-provider-popup.ts';

interface Deletion {
  isDeleting: boolean;
  /** Also ends the session and navigates to /home. Rejects with an ApiError when the account is unchanged. */
  deleteAccount: (credential: DeleteAccountBody) => Promise<void>;
}

function useDeleteAccount(): Deletion {
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  async function deleteAccount(credential: DeleteAccountBody) {
    const cancelExpected = expectSessionEnd();
    setDeleting(true);
    try {
      await http.post('/auth/delete-account', credential);
    } catch (error) {
      cancelExpected();
      setDeleting(false);
      throw error;
    }
    // `flushSync`: the route must change before the session ends, or RequireSession redirects to /signin.
    void navigate('/home', { flushSync: true });
    clearSession();
    toast.success('Your account was deleted');
  }
  return { isDeleting, deleteAccount };
}

function ItemList({ title, items }: { title: string; items: string[] }) {
  const id = useId();
  return (
    <Box>
      <Text id={id} fontWeight="500" mb="1">
        {title}
      </Text>
      <Stack as="ul" aria-labelledby={id} gap="1" ps="5" color="fg.muted" listStyleType="disc">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </Stack>
    </Box>
  );
}

const DELETED_ITEMS = [
  'Your name, picture, email address and everything else on your profile',
  'Your password, linked GitHub and Google sign-ins, and signed-in devices',
  'Your notifications, and your messages to our team',
];
const ENDED_ITEMS = ['Your unsolved problems are closed, and your pending bids are withdrawn'];
const KEPT_ITEMS = ['Your problems, bids, messages, reviews and modules stay visible under the name “Deleted user”'];

function DeletionSummary() {
  return (
    <Stack gap="4">
      <Text>Your account is deleted immediately. This can’t be undone.</Text>
      <ItemList title="What is deleted" items={DELETED_ITEMS} />
      <ItemList title="What ends" items={ENDED_ITEMS} />
      <ItemList title="What stays" items={KEPT_ITEMS} />
    </Stack>
  );
}

const rules = loginRules.pick(['password']);

function DeleteWithPassword({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const { getFieldProps, formProps, isSubmitting, failureText } = useProductForm({
    initialValues: { password: '' },
    rules,
    onSubmit: deletion.deleteAccount,
    failure: 'Failed to delete your account',
  });
  return (
    <form {...formProps}>
      <Stack gap="5">
        <PasswordField {...getFieldProps('password')} label="Your password" autoComplete="current-password" required />
        <FormFailure text={failureText} />
        <Flex gap="3" justify="flex-end" wrap="wrap">
          <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" colorPalette="red" loading={isSubmitting} loadingText="Deleting…">
            Delete my account
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

interface DeleteWithProviderProps {
  providers: SocialType[];
  deletion: Deletion;
  onClose: () => void;
}

/** Accounts without a password confirm the deletion in the provider's popup. */
function DeleteWithProvider({ providers, deletion, onClose }: DeleteWithProviderProps) {
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

interface ConfirmationProps {
  methods: SignInMethods;
  deletion: Deletion;
  onClose: () => void;
}

function Confirmation({ methods, ...props }: ConfirmationProps) {
  if (methods.password) return <DeleteWithPassword {...props} />;
  return <DeleteWithProvider providers={getLinkedProviders(methods)} {...props} />;
}

export function Component({ onClose }: { onClose: () => void }) {
  const { isPending, data, error, refetch } = useSignInMethods();
  const deletion = useDeleteAccount();
  return (
    <Modal open onClose={onClose} title="Delete your account?" isBusy={deletion.isDeleting}>
      <Stack gap="5">
        <DeletionSummary />
        {isPending ? <SectionSkeleton label="Loading" minH="120px" /> : null}
        {data ? <Confirmation methods={data} deletion={deletion} onClose={onClose} /> : null}
        {!isPending && !data ? (
          <LoadError
            size="inline"
            title="Your ways to sign in could not be loaded."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : null}
      </Stack>
    </Modal>
  );
}
