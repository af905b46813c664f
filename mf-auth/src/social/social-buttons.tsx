import type { SocialType } from '@solvent/contracts';
import { Button, HStack, Separator, SimpleGrid, Text } from '@solvent/ui';
import type { ComponentType, PropsWithChildren } from 'react';
import { warmUpPopups } from '../identity/identity.ts';
import { GitHubMark, GoogleMark } from './provider-marks.tsx';
import { useSocialSignIn } from './use-social-sign-in.ts';
import type { SocialSignInOptions } from './use-social-sign-in.ts';

const PROVIDERS: { type: SocialType; name: string; Mark: ComponentType }[] = [
  { type: 'github', name: 'GitHub', Mark: GitHubMark },
  { type: 'google', name: 'Google', Mark: GoogleMark },
];

/** "Or continue with" GitHub and Google, and with what is given besides. */
export function SocialButtons({ children, ...options }: PropsWithChildren<SocialSignInOptions>) {
  const { busy, signIn } = useSocialSignIn(options);
  return (
    <>
      <HStack my="5" gap="3">
        <Separator flex="1" />
        <Text color="fg.muted" flexShrink="0" id="social-sign-in">
          Or continue with
        </Text>
        <Separator flex="1" />
      </HStack>
      <SimpleGrid columns={children ? { base: 1, sm: 3 } : 2} gap="3" role="group" aria-labelledby="social-sign-in">
        {PROVIDERS.map(({ type, name, Mark }) => (
          <Button
            key={type}
            variant="outline"
            colorPalette="gray"
            disabled={busy !== null}
            aria-busy={busy === type}
            // The popup must open within the click: the code behind it is fetched when a click is near.
            onPointerEnter={warmUpPopups}
            onFocus={warmUpPopups}
            onClick={() => void signIn(type)}
          >
            <Mark />
            {name}
          </Button>
        ))}
        {children}
      </SimpleGrid>
    </>
  );
}
