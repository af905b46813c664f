import createCache from '@emotion/cache';
import type { EmotionCache, StylisElement } from '@emotion/cache';

/** What classes of styles begin with. */
export const STYLES_KEY = 'css';

/** On the element of a page's own styles, the name of those; on the element of its components' styles, the names of each. */
export const [PAGE_STYLES, COMPONENT_STYLES] = ['data-page-styles', 'data-component-styles'];

/**
 * Safari's name of the one property in use that it knows by no other. Emotion would write those of browsers of 2015, too: a quarter of
 * what a page then has of styles.
 */
function addSafariPrefix(element: StylisElement): void {
  if (element.type === 'decl' && element.props === 'user-select') element.return = `-webkit-${element.value}${element.value}`;
}

interface StylesCacheOptions {
  /** Nonce of the page's Content Security Policy. */
  nonce?: string | undefined;
  /** Where style elements are added; by default the document's head. */
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
