import { ChakraProvider } from '@chakra-ui/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider, css, Global } from '@emotion/react';
import type { PropsWithChildren } from 'react';
import { COMPONENT_STYLES, createStylesCache, PAGE_STYLES } from './page-styles.ts';
import { fontFaces } from './theme/fonts.ts';
import { system } from './theme/system.ts';
import { globalStyles } from './theme/tokens.ts';

/** Global styles without fonts, whose URLs differ on the server. */
const pageStyles = css([system.layers.atRule, globalStyles, system._global]);

const PageStyles = () => (
  <>
    <Global styles={fontFaces} />
    <Global styles={pageStyles} />
  </>
);

const pageDocument = typeof document === 'undefined' ? undefined : document;

/** Whether the server rendered this version of the styles. */
const arePageStylesServed = Boolean(pageDocument?.querySelector(`style[${PAGE_STYLES}="${pageStyles.name}"]`));

/** Reuses the server's style elements in place: Emotion would move them, and each change restyles the page. */
function createPageCache(): EmotionCache {
  // The CSP refuses style elements without the nonce.
  const cache = createStylesCache({ nonce: pageDocument?.querySelector<HTMLScriptElement>('script[nonce]')?.nonce });
  const element = pageDocument?.querySelector<HTMLStyleElement>(`style[${COMPONENT_STYLES}]`);
  if (!element) return cache;
  for (const name of element.getAttribute(COMPONENT_STYLES)?.split(' ') ?? []) cache.inserted[name] = true;
  cache.sheet.tags.push(element);
  return cache;
}

const pageCache = createPageCache();

/** Without the style elements of Chakra's own provider. */
const systemWithoutGlobalStyles: typeof system = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };

interface UiProviderProps extends PropsWithChildren {
  cache?: EmotionCache | undefined;
}

/** Provides Chakra's system, fonts and the nonce for Emotion. The shell renders it once. */
export function UiProvider({ cache = pageCache, children }: UiProviderProps) {
  return (
    <CacheProvider value={cache}>
      {cache === pageCache && arePageStylesServed ? null : <PageStyles />}
      <ChakraProvider value={systemWithoutGlobalStyles}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
