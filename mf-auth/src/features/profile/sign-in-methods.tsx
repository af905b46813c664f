import type { SignInMethods as Methods } from '@solvent/contracts';
import { LoadError } from '@solvent/kit';
import { Box, Flex, Stack } from '@solvent/ui';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { SectionSkeleton, ProfileSection } from '../../person/profile-section.tsx';
import { GitHubMark, GoogleMark } from '../../social/provider-marks.tsx';

const METHODS: { method: keyof Methods; name: string; icon: ReactNode }[] = [
  { method: 'password', name: 'Email and password', icon: <KeyRound size={18} aria-hidden /> },
  { method: 'github', name: 'GitHub', icon: <GitHubMark /> },
  { method: 'google', name: 'Google', icon: <GoogleMark /> },
];

function MethodList({ methods }: { methods: Methods }) {
  return (
    <Stack as="ul" gap="3" listStyleType="none">
      {METHODS.filter(({ method }) => methods[method]).map(({ method, name, icon }) => (
        <Flex as="li" key={method} align="center" gap="3">
          <Box flexShrink="0">{icon}</Box>
          {name}
        </Flex>
      ))}
    </Stack>
  );
}

/** What signs in to this account. */
export function SignInMethods() {
  const { isPending, data, error, refetch } = useSignInMethods();
  return (
    <ProfileSection title="Ways to sign in">
      {isPending ? <SectionSkeleton label="Loading ways to sign in" minH="24px" /> : null}
      {data ? <MethodList methods={data} /> : null}
      {!isPending && !data ? (
        <LoadError size="inline" title="Your ways to sign in could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : null}
    </ProfileSection>
  );
}
