import { LoadError } from '@solvent/kit';
import { useLocation, useNavigate } from '@solvent/router';
import { Button, lazyComponent, TextLink, toast, useHydrated } from '@solvent/ui';
import { AuthCard, Purpose, RedirectIfSignedIn, usePurpose } from '../../auth-card/auth-card.tsx';
import { buildEntryState } from '../../auth-card/route-state.ts';
import { SocialButtons } from '../../social/social-buttons.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useSignUp } from './use-sign-up.ts';

function LinkedInMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d="M20.45 20.45h-3.56v-5.57c0-1.33-.02-3.04-1.85-3.04-1.85 0-2.14 1.45-2.14 2.94v5.67H9.35V9h3.41v1.56h.05c.48-.9 1.64-1.85 3.37-1.85 3.6 0 4.27 2.37 4.27 5.46v6.28ZM5.34 7.43a2.06 2.06 0 1 1 0-4.13 2.06 2.06 0 0 1 0 4.13Zm1.78 13.02H3.56V9h3.56v11.45ZM22.22 0H1.77C.79 0 0 .77 0 1.73v20.54C0 23.23.79 24 1.77 24h20.45c.98 0 1.78-.77 1.78-1.73V1.73C24 .77 23.2 0 22.22 0Z" />
    </svg>
  );
}

/** A placeholder: LinkedIn is not supported yet (product 2.11). */
function LinkedInButton() {
  return (
    <Button variant="outline" colorPalette="gray" onClick={() => toast.error('LinkedIn login is not yet implemented')}>
      <LinkedInMark />
      LinkedIn
    </Button>
  );
}

const CheckEmailDialog = lazyComponent(() => import(/* webpackChunkName: "check-email-dialog" */ './check-email-dialog.tsx'));

/** The dialog sends the link, so a failure to load it must offer a retry. */
const renderLoadError = (retry: () => void) => (
  <LoadError size="inline" title="Your account was created, but the email verification could not be loaded." onRetry={retry} />
);

interface SentLink {
  email: string;
  sentAt?: number;
}

/** The link to wait for. It is in the route's state, so that the dialog survives a reload. */
function useSentLink() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  // Only this page writes it.
  const link = (state as { sentLink?: SentLink } | null)?.sentLink;
  const setLink = (sentLink?: SentLink) => {
    if (sentLink?.sentAt === link?.sentAt && sentLink?.email === link?.email) return;
    const next = { ...buildEntryState(state), ...(sentLink && { sentLink }) };
    void navigate(pathname + search, { replace: true, preventScrollReset: true, state: next });
  };
  // A server-rendered page has no route state.
  return { link: useHydrated() ? link : undefined, setLink };
}

function SignUp() {
  const { state } = useLocation();
  const purpose = usePurpose();
  const { link, setLink } = useSentLink();
  const { form, isEmailTaken, buildSocialRequest, handleAccountCreated } = useSignUp((email) => setLink({ email }));
  const signInLink = (
    <>
      Already have an account?
      <TextLink to="/signin" state={buildEntryState(state, form.values.email)}>
        Sign in
      </TextLink>
    </>
  );
  return (
    <AuthCard
      title="Create an Account"
      text={purpose === undefined ? 'Post your first problem, or solve one.' : undefined}
      footer={signInLink}
    >
      <Purpose lead="Create an account to" />
      <SignUpForm form={form} isEmailTaken={isEmailTaken} />
      <SocialButtons request={buildSocialRequest} onUnverified={handleAccountCreated}>
        <LinkedInButton />
      </SocialButtons>
      {link ? (
        <CheckEmailDialog
          {...link}
          onSent={(sentAt) => setLink({ ...link, sentAt })}
          onClose={() => setLink()}
          renderLoadError={renderLoadError}
        />
      ) : null}
    </AuthCard>
  );
}

/** /signup (product 2.11). */
export function Component() {
  return (
    <RedirectIfSignedIn>
      <SignUp />
    </RedirectIfSignedIn>
  );
}
