import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';

/** Milliseconds after which the shell's first script has failed, as any other does (product 10.18). */
const SCRIPT_TIMEOUT = 8000;

/** Seconds after which a page whose scripts decided nothing says so by itself: by then each of them has had its tries. */
const SILENCE = 35;

const AT = `#${FAILURE_ELEMENT_ID}`;

/** The class that hides the sentence, from screen readers, too. */
const WAITING = 'waiting';

/**
 * In the colours that the browser has for the theme. That it comes by itself after a while is no motion: it does so under
 * `prefers-reduced-motion`, too.
 */
export const FAILURE_STYLE = [
  `${AT}{font:16px/1.5 'Inter Variable',system-ui,sans-serif;text-align:center;padding:30vh 16px 16px}`,
  `${AT} h1{font-size:20px;margin:0}`,
  `${AT} a{display:inline-block;padding:9px 14px;border:1px solid;border-radius:6px;color:inherit;text-decoration:none}`,
  `${AT}.${WAITING}{visibility:hidden;animation:failure 0s ${SILENCE}s forwards}@keyframes failure{to{visibility:visible}}`,
].join('');

/** For people without scripts, whom the page tells that it needs them: loading it again would not help. */
export const NO_FAILURE_STYLE = `${AT}{display:none}`;

/** What a page shows when the shell does not come, without any script of the shell. It lies where the shell draws over it. */
export const FAILURE =
  `<main id="${FAILURE_ELEMENT_ID}" class="${WAITING}"><div role="alert"><h1>Solvent could not be loaded</h1>` +
  '<p>Check your connection and try again.</p></div><a href="">Try again</a></main>';

/**
 * Asks for the shell's first script once more when it fails or hangs, then shows the sentence. The further try has an address
 * of its own, as the further tries of all scripts have (`scriptLoader` of @solvent/federation/runtime). What hangs is taken out
 * of the page: should it come after all, it sees that and leaves the page to the other.
 *
 * Written as text because it stands in the page itself, right after that script's element.
 */
export const SECOND_TRY_SCRIPT = [
  '(function watch(script,tried){',
  `var timer=setTimeout(fail,${SCRIPT_TIMEOUT});`,
  'script.onload=function(){clearTimeout(timer)};script.onerror=fail;',
  'function fail(){clearTimeout(timer);script.onload=script.onerror=null;',
  `if(tried)return document.getElementById('${FAILURE_ELEMENT_ID}').removeAttribute('class');`,
  "var again=document.createElement('script');again.crossOrigin=script.crossOrigin;again.integrity=script.integrity;",
  "again.src=script.src+'?r=1&t='+Date.now();script.replaceWith(again);watch(again,true)}",
  '})(document.currentScript.previousElementSibling)',
].join('');
