import { CHANGE_PASSWORD_PATH } from '@solvent/contracts';
import { LoadError } from '@solvent/kit';
import { useLocation, useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Button, lazyComponent, Stack, Text, useDialogState } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import { useSignInMethods } from '../../../api/sign-in-methods.ts';
import { LocalMailHint, useEmailLink } from '../../../email-link/use-email-link.tsx';
import type { EmailLinkState } from '../../../email-link/use-email-link.tsx';
import { preloadIdentity } from '../../../identity/identity.ts';
import { SectionSkeleton, ProfileSection } from '../../../person/profile-section.tsx';

const ChangePasswordForm = lazyComponent(() => import(/* webpackChunkName: "change-password" */ './change-password-form.tsx'));

/** Returns whether this page was opened to change the password, and a function that removes that from its address. */
function usePasswordRequest() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRequested = pathname + search === CHANGE_PASSWORD_PATH;
  const finish = () => {
    if (isRequested) void navigate(pathname, { replace: true, preventScrollReset: true });
  };
  return { isRequested, finish };
}

function ChangePassword() {
  const { isRequested, finish } = usePasswordRequest();
  const { isOpen, open, close, onLoadError } = useDialogState('The form', isRequested);
  const handleClose = () => {
    close();
    finish();
  };
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const openButton = (
    <Button ref={button} variant="outline" colorPalette="gray" size="sm" loading={isOpen} onClick={open}>
      Change password
    </Button>
  );
  return (
    <>
      <Text color="fg.muted" mb="3">
        Changing your password signs out all your other devices.
      </Text>
      {isOpen ? <ChangePasswordForm onClose={handleClose} onLoadError={onLoadError} fallback={openButton} /> : openButton}
    </>
  );
}

function getStatusText(state: EmailLinkState, email: string): string {
  if (state.step === 'sent') return `We sent a link to ${email}. Open it to choose a password.`;
  if (state.step === 'failed') return `The link could not be sent. ${state.reason}`;
  return `You don’t have a password yet. We’ll email a link to ${email} so you can choose one.`;
}

function getButtonLabel(state: EmailLinkState, secondsLeft: number): string {
  if (secondsLeft > 0) return `Send again in ${secondsLeft} s`;
  return state.step === 'idle' ? 'Send me a link' : 'Send again';
}

/** Accounts without a password set one with the link of a password reset. */
function SetPassword({ email }: { email: string }) {
  const { state, secondsLeft, send } = useEmailLink(email, 'reset-password');
  const { isRequested, finish } = usePasswordRequest();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    button.current?.focus();
    finish();
  }, [isRequested, finish]);
  return (
    <Stack gap="3" align="flex-start">
      <Text role="status" color={state.step === 'failed' ? 'fg.error' : 'fg.muted'} overflowWrap="anywhere">
        {getStatusText(state, email)}
      </Text>
      {state.step === 'sent' ? <LocalMailHint /> : null}
      <Button
        ref={button}
        variant="outline"
        colorPalette="gray"
        size="sm"
        loading={state.step === 'sending'}
        loadingText="Sending…"
        disabled={secondsLeft > 0}
        onPointerEnter={preloadIdentity}
        onFocus={preloadIdentity}
        onClick={() => void send()}
      >
        {getButtonLabel(state, secondsLeft)}
      </Button>
    </Stack>
  );
}

export function PasswordSection() {
  const { isPending, data, error, refetch } = useSignInMethods();
  const email = useSession((state) => state.userData?.email);
  return (
    <ProfileSection title="Password">
      {isPending ? <SectionSkeleton label="Loading password" minH="72px" /> : null}
      {data?.password ? <ChangePassword /> : null}
      {data && !data.password && email ? <SetPassword email={email} /> : null}
      {!isPending && !data ? (
        <LoadError size="inline" title="Your ways to sign in could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : null}
    </ProfileSection>
  );
}
