import { Box, Button, HStack, Separator, SimpleGrid, Text } from '@solvent/ui';
import { FormFailure } from '@solvent/ui/forms';
import type { PropsWithChildren } from 'react';
import { preloadPopups } from '../identity/identity.ts';
import { PROVIDERS } from './providers.ts';
import { useSocialSignIn } from './use-social-sign-in.ts';
import type { SocialSignInOptions } from './use-social-sign-in.ts';

export function SocialButtons({ children, ...options }: PropsWithChildren<SocialSignInOptions>) {
  const { busyType, failureText, signIn } = useSocialSignIn(options);
  return (
    <>
      <HStack my="5" gap="3">
        <Separator flex="1" />
        <Text color="fg.muted" flexShrink="0" id="social-sign-in">
          Or continue with
        </Text>
        <Separator flex="1" />
      </HStack>
      <Box mb="3" _empty={{ display: 'none' }}>
        <FormFailure text={failureText} />
      </Box>
      <SimpleGrid columns={children ? { base: 1, sm: 3 } : 2} gap="3" role="group" aria-labelledby="social-sign-in">
        {PROVIDERS.map(({ type, name, Mark }) => (
          <Button
            key={type}
            variant="outline"
            colorPalette="gray"
            disabled={busyType !== null}
            aria-busy={busyType === type}
            // A popup must open in the click handler, so the SDK is preloaded before the click.
            onPointerEnter={preloadPopups}
            onFocus={preloadPopups}
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
