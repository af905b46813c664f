import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider, Global } from '@emotion/react';
import type { PropsWithChildren } from 'react';
import { Fonts } from './theme/fonts.tsx';
import { system } from './theme/system.ts';
import { globalStyles } from './theme/tokens.ts';

/** The nonce of this page's policy: without it the browser refuses the styles that Emotion writes. */
const pageNonce = () =>
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

const nonce = pageNonce();
const pageCache = createCache({ key: 'css', ...(nonce ? { nonce } : {}) });

interface UiProviderProps extends PropsWithChildren {
  /** Where styles are kept; by default in the page. */
  cache?: EmotionCache | undefined;
}

/** Gives Chakra its system, pages their font and Emotion the page's nonce. The shell renders it once, around everything. */
export function UiProvider({ cache = pageCache, children }: UiProviderProps) {
  return (
    <CacheProvider value={cache}>
      <Fonts />
      {globalStyles === undefined ? null : <Global styles={globalStyles} />}
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
