import { useNavigate } from '@solvent/router';
import { savePendingAction, useSession } from '@solvent/store';
import { Box, BrandMark, Center, FINGER_TARGET, Page, PageHeading, Panel, Text, useHydrated } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';
import { getDestination, useIntention } from './route-state.ts';
import type { Intention } from './route-state.ts';

interface AuthCardProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function AuthCard({ title, text, children, footer }: AuthCardProps) {
  return (
    <Page measure="form" py={{ base: '6', md: '16' }} px={{ base: '4', md: '0' }}>
      <Panel p={{ base: '5', md: '8' }}>
        <Box mb="5">
          <BrandMark size={36} />
        </Box>
        <PageHeading text={text}>{title}</PageHeading>
        {children}
      </Panel>
      {footer ? (
        <Center mt="5" color="fg.muted" gap="1.5" flexWrap="wrap" css={{ '& a': FINGER_TARGET }}>
          {footer}
        </Center>
      ) : null}
    </Page>
  );
}

/**
 * Moves the focus to the invalid field or else to the heading when the step changes without a navigation.
 *
 * @returns a ref for the element around the steps
 */
export function useFocusOnChange(step: string) {
  const ref = useRef<HTMLDivElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    const target =
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? ref.current?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, [step]);
  return ref;
}

/** Returns undefined while hydrating: a server-rendered page has no route state. */
export function usePurpose(): string | undefined {
  const { purpose } = useIntention();
  return useHydrated() ? purpose : undefined;
}

/** Why the page opened: "Sign in to bid on …" (product 2.63). */
export function Purpose({ lead }: { lead: 'Sign in to' | 'Create an account to' }) {
  const purpose = usePurpose();
  if (purpose === undefined) return null;
  return (
    <Text p="3" mb="5" rounded="l2" bg="brand.subtle" borderWidth="1px" borderColor="brand.border" overflowWrap="anywhere">
      {lead} {purpose}
    </Text>
  );
}

/** Opens the page that the visitor came from, which performs the pending action. */
export function Resume({ intention }: { intention: Intention }) {
  const navigate = useNavigate();
  const resume = useEffectEvent(() => {
    if (intention.action) savePendingAction(intention.action.kind, intention.action.id);
    void navigate(getDestination(intention), { replace: true });
  });
  useEffect(() => resume(), []);
  return null;
}

/** Navigates a signed-in user to their destination, also after a sign-in in another tab. */
export function RedirectIfSignedIn({ children }: PropsWithChildren) {
  const isLogin = useSession((state) => state.isLogin);
  const intention = useIntention();
  return isLogin ? <Resume intention={intention} /> : children;
}
