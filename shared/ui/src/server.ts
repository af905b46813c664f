import createCache from '@emotion/cache';
import type { EmotionCache } from '@emotion/cache';

/** The styles of one page that a server makes. */
export interface PageStyles {
  cache: EmotionCache;
  /** Style elements with all that was used, for the page's head. @param nonce of the page's policy, or what stands for it */
  toHtml: (nonce: string) => string;
}

const KEY = 'css';

/** Keeps the styles of one page, which Emotion would write beside each element else. */
export function createPageStyles(): PageStyles {
  const cache = createCache({ key: KEY });
  cache.compat = true;
  return {
    cache,
    toHtml(nonce) {
      // Emotion takes over elements that say what is in them: those of `Global` one by one, all else together.
      const element = (key: string, names: string[], css: string) =>
        `<style nonce="${nonce}" data-emotion="${[key, ...names].join(' ')}">${css}</style>`;
      const globals: string[] = [];
      const names: string[] = [];
      let rest = '';
      for (const [name, css] of Object.entries(cache.inserted)) {
        if (typeof css !== 'string') continue;
        if (cache.registered[`${KEY}-${name}`] === undefined) globals.push(element(`${KEY}-global`, [name], css));
        else {
          names.push(name);
          rest += css;
        }
      }
      return globals.join('') + element(KEY, names, rest);
    },
  };
}
