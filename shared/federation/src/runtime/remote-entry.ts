import type { BundlerRequire, FederationScript } from './federation-script.ts';

declare const __webpack_require__: BundlerRequire;

// In each remote's entry, in the place of Module Federation's runtime: who loads the entry has put `attach` on its script.
const own = document.currentScript as FederationScript | null; // an entry is a classic script, so it is one
own?.attach?.(__webpack_require__, own);
