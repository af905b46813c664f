import { ChakraProvider } from '@chakra-ui/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider, css, Global } from '@emotion/react';
import type { PropsWithChildren } from 'react';
import { COMPONENT_STYLES, createStylesCache, PAGE_STYLES } from './page-styles.ts';
import { fontFaces } from './theme/fonts.ts';
import { system } from './theme/system.ts';
import { globalStyles } from './theme/tokens.ts';

/** All that is of the whole page, but for the fonts, whose addresses are others on the server. */
const pageStyles = css([system.layers.atRule, globalStyles, system._global]);

const PageStyles = () => (
  <>
    <Global styles={fontFaces} />
    <Global styles={pageStyles} />
  </>
);

/** None on a server. */
const pageDocument = typeof document === 'undefined' ? undefined : document;

/** Of this version of the styles, that is. */
const arePageStylesServed = Boolean(pageDocument?.querySelector(`style[${PAGE_STYLES}="${pageStyles.name}"]`));

/**
 * Keeps styles in the page. What the server wrote of them stays where it is, where Emotion would move it: each style element that comes,
 * goes or moves has the browser style the whole page anew.
 */
function createPageCache(): EmotionCache {
  // Without the nonce of the page's policy the browser refuses what Emotion writes.
  const cache = createStylesCache({ nonce: pageDocument?.querySelector<HTMLScriptElement>('script[nonce]')?.nonce });
  const element = pageDocument?.querySelector<HTMLStyleElement>(`style[${COMPONENT_STYLES}]`);
  if (!element) return cache;
  for (const name of element.getAttribute(COMPONENT_STYLES)?.split(' ') ?? []) cache.inserted[name] = true;
  cache.sheet.tags.push(element);
  return cache;
}

const pageCache = createPageCache();

/** Without the elements that Chakra's provider writes by itself. */
const systemWithoutGlobalStyles: typeof system = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };

interface UiProviderProps extends PropsWithChildren {
  /** Where styles are kept; by default in the page. */
  cache?: EmotionCache | undefined;
}

/** Gives Chakra its system, pages their font and Emotion the page's nonce. The shell renders it once, around everything. */
export function UiProvider({ cache = pageCache, children }: UiProviderProps) {
  return (
    <CacheProvider value={cache}>
      {cache === pageCache && arePageStylesServed ? null : <PageStyles />}
      <ChakraProvider value={systemWithoutGlobalStyles}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
