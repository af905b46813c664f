import { Navigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, BrandMark, Center, FINGER_TARGET, Page, PageHeading, Panel } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useDestination } from './route-state.ts';

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

/** Navigates a signed-in user to their destination, also after a sign-in in another tab. */
export function RedirectIfSignedIn({ children }: PropsWithChildren) {
  const isLogin = useSession((state) => state.isLogin);
  const destination = useDestination();
  return isLogin ? <Navigate to={destination} replace /> : children;
}
