import type { LinkIdentityBody, SignInMethods, SocialType } from '@solvent/contracts';
import { loginRules } from '@solvent/contracts/rules';
import { ApiError } from '@solvent/http';
import { Button, Flex, Stack, Text, toast } from '@solvent/ui';
import { PasswordField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useState } from 'react';
import { useLinkIdentity } from '../../api/sign-in-methods.ts';
import { ProviderButton } from '../../social/provider-button.tsx';
import { getProvider, getLinkedProviders } from '../../social/providers.ts';
import { useProviderPopup } from '../../social/use-provider-popup.ts';

interface AddIdentityProps {
  type: SocialType;
  onClose: () => void;
}

interface AddFormProps extends AddIdentityProps {
  /** While true, the dialog cannot be closed. */
  onBusy: (isBusy: boolean) => void;
}

function useAddIdentity({ type, onClose, onBusy }: AddFormProps) {
  const { name } = getProvider(type);
  const link = useLinkIdentity();
  const { busy, signIn } = useProviderPopup(`Failed to add ${name}`);
  const add = (confirmation: Omit<LinkIdentityBody, 'newIdToken'>) => async (newIdToken: string) => {
    onBusy(true);
    await link({ ...confirmation, newIdToken }).finally(() => onBusy(false));
    toast.success(`${name} was added`);
    onClose();
  };
  return { name, busy, isLinking: busy?.step === 'submitting', signIn, add };
}

const rules = loginRules.pick(['password']);

function AddWithPassword(props: AddFormProps) {
  const { type, onClose } = props;
  const { name, busy, isLinking, signIn, add } = useAddIdentity(props);
  const { getFieldProps, formProps } = useProductForm({
    initialValues: { password: '' },
    rules,
    onSubmit: async ({ password }) => {
      let wrongPassword: unknown;
      await signIn(type, async (newIdToken) => {
        await add({ password })(newIdToken).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.errors['password'] === undefined) throw error;
          wrongPassword = error;
        });
      });
      if (wrongPassword !== undefined) throw wrongPassword;
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="5">
        <PasswordField {...getFieldProps('password')} label="Your password" autoComplete="current-password" required />
        <Flex gap="3" justify="flex-end" wrap="wrap">
          <Button variant="outline" colorPalette="gray" disabled={isLinking} onClick={onClose}>
            Cancel
          </Button>
          <ProviderButton type="submit" provider={type} busy={busy} label={`Continue with ${name}`} submittingLabel="Adding…" />
        </Flex>
      </Stack>
    </form>
  );
}

interface AddWithProviderProps extends AddFormProps {
  providers: SocialType[];
}

/** Without a password, the user confirms with a linked account first. */
function AddWithProvider({ providers, ...props }: AddWithProviderProps) {
  const { type, onClose } = props;
  const { name, busy, isLinking, signIn, add } = useAddIdentity(props);
  const [idToken, setIdToken] = useState<string | null>(null);
  return (
    <Stack gap="4">
      <Text>{idToken === null ? 'First, confirm it’s you.' : `Now sign in with ${name}.`}</Text>
      <Flex gap="3" justify="flex-end" wrap="wrap">
        <Button variant="outline" colorPalette="gray" disabled={isLinking} onClick={onClose}>
          Cancel
        </Button>
        {idToken === null ? (
          providers.map((linked) => (
            <ProviderButton
              key={linked}
              provider={linked}
              busy={busy}
              label={`Confirm with ${getProvider(linked).name}`}
              submittingLabel="Confirming…"
              onClick={() => void signIn(linked, setIdToken)}
            />
          ))
        ) : (
          <ProviderButton
            provider={type}
            busy={busy}
            label={`Continue with ${name}`}
            submittingLabel="Adding…"
            onClick={() => void signIn(type, add({ idToken }))}
          />
        )}
      </Flex>
    </Stack>
  );
}

interface AddIdentityDialogProps extends AddIdentityProps {
  methods: SignInMethods;
  finalFocusEl: () => HTMLElement | null;
}

/** Links GitHub or Google after the user has confirmed their identity. */
export function Component({ methods, finalFocusEl, ...props }: AddIdentityDialogProps) {
  const { name } = getProvider(props.type);
  const [isBusy, setBusy] = useState(false);
  const form = { ...props, onBusy: setBusy };
  return (
    <Modal open onClose={props.onClose} title={`Add ${name}`} isBusy={isBusy} finalFocusEl={finalFocusEl}>
      <Stack gap="5">
        <Text>You’ll be able to sign in with {name}, too. We’ll notify you when it is added.</Text>
        {methods.password ? <AddWithPassword {...form} /> : <AddWithProvider {...form} providers={getLinkedProviders(methods)} />}
      </Stack>
    </Modal>
  );
}
