import type { EmotionCache } from '@emotion/cache';
import { COMPONENT_STYLES, createStylesCache, PAGE_STYLES, STYLES_KEY } from './page-styles.ts';

export { createStylesCache };

export interface PageStyles {
  cache: EmotionCache;
  /** Returns style elements for the page's head. @param nonce of the page's policy, or its placeholder */
  toHtml: (nonce: string) => string;
}

/** Collects the styles of one page, which Emotion would render beside each element. */
export function createPageStyles(): PageStyles {
  const cache = createStylesCache();
  cache.compat = true;
  return {
    cache,
    toHtml(nonce) {
      const createStyleElement = (attribute: string, names: string[], css: string) =>
        `<style nonce="${nonce}" ${attribute}="${names.join(' ')}">${css}</style>`;
      const names: string[] = [];
      let [pageStyles, componentStyles] = ['', ''];
      for (const [name, css] of Object.entries(cache.inserted)) {
        if (typeof css !== 'string' || css === '') continue;
        if (cache.registered[`${STYLES_KEY}-${name}`] === undefined) pageStyles += createStyleElement(PAGE_STYLES, [name], css);
        else {
          names.push(name);
          componentStyles += css;
        }
      }
      return pageStyles + createStyleElement(COMPONENT_STYLES, names, componentStyles);
    },
  };
}
