import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';

const RESULT = 'isSupportedBrowser';

/**
 * Inline script that sets its result only in supported browsers (`browserslist` in package.json of @solvent/federation): class static
 * blocks need Safari 16.4, `color-mix` Chrome and Edge 111, `:has()` Firefox 121.
 */
export const SUPPORT_PROBE_SCRIPT = `(class{static{window.${RESULT}=CSS.supports('selector(:has(a))')&&CSS.supports('color','color-mix(in srgb,red,red)')}})`;

const TITLE = 'Your browser is too old for Solvent';
const TEXT = 'Update it, or use Chrome 111, Edge 111, Firefox 121, Safari 16.4 or later.';

/**
 * Inline script that any browser parses. Without the result of the probe, shows the failure message with another text, and stops the
 * page: the scripts below do not run, which would replace the message.
 */
export const SUPPORT_MESSAGE_SCRIPT = [
  `if(!window.${RESULT})(function(box){var text=box.firstChild;`,
  `text.firstChild.textContent='${TITLE}';text.lastChild.textContent='${TEXT}';`,
  "box.removeChild(box.lastChild);box.className=box.className.replace('waiting','');window.stop()",
  `})(document.getElementById('${FAILURE_ELEMENT_ID}'))`,
].join('');
