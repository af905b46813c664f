import createCache from '@emotion/cache';
import type { EmotionCache, StylisElement } from '@emotion/cache';

/** Prefix of generated class names. */
export const STYLES_KEY = 'css';

/** Attributes of style elements, with the names of their styles. */
export const [PAGE_STYLES, COMPONENT_STYLES] = ['data-page-styles', 'data-component-styles'];

/** Adds the only vendor prefix in use (Safari). Emotion's own prefixing adds a quarter to a page's styles. */
function addSafariPrefix(element: StylisElement): void {
  if (element.type === 'decl' && element.props === 'user-select') element.return = `-webkit-${element.value}${element.value}`;
}

interface StylesCacheOptions {
  /** Nonce of the page's Content Security Policy. */
  nonce?: string | undefined;
  container?: Node;
}

/** Creates the Emotion cache that browsers and servers use; both generate the same class names. */
export const createStylesCache = ({ nonce, container }: StylesCacheOptions = {}): EmotionCache =>
  createCache({
    key: STYLES_KEY,
    stylisPlugins: [addSafariPrefix],
    ...(nonce ? { nonce } : {}),
    ...(container ? { container } : {}),
  });
