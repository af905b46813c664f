import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { SCRIPT_TIMEOUT } from '@solvent/federation/runtime';

/** All scripts have completed their retries by then. */
const MESSAGE_DELAY_S = 35;

const SELECTOR = `#${FAILURE_ELEMENT_ID}`;

/** Hides the message, also from screen readers. */
const WAITING = 'waiting';

/** Position of the message below a readable server-rendered page. */
const OVER = 'over';

/** Uses the browser's theme colors. The delayed appearance is no motion, so `prefers-reduced-motion` does not apply. */
export const FAILURE_STYLE = [
  `${SELECTOR}{font:16px/1.5 'Inter Variable',system-ui,sans-serif;text-align:center;padding:30vh 16px}`,
  `${SELECTOR} h1{font-size:20px;margin:0}${SELECTOR} p{margin:4px 0 20px}`,
  `${SELECTOR} a{display:inline-block;padding:9px 14px;border:1px solid;border-radius:6px;color:inherit;font-weight:500;text-decoration:none}`,
  `${SELECTOR}.${OVER}{position:fixed;inset:auto 0 0;z-index:2000;padding:16px;background:canvas}`,
  `${SELECTOR}.${OVER} h1{font-size:16px}${SELECTOR}.${OVER} p{margin:0 0 12px}`,
  `${SELECTOR}.${WAITING}{visibility:hidden;animation:failure 0s ${MESSAGE_DELAY_S}s forwards}@keyframes failure{to{visibility:visible}}`,
].join('');

/** Hides the message without JavaScript, where reloading would not help. */
export const NO_FAILURE_STYLE = `${SELECTOR}{display:none}`;

const MESSAGE =
  '<div role="alert"><h1>Solvent could not be loaded</h1>' +
  '<p>Check your connection and try again.</p></div><a href="">Try again</a>';

/** Message for a shell that does not load; needs no script of the shell, which replaces it. */
export const FAILURE = `<main id="${FAILURE_ELEMENT_ID}" class="${WAITING}">${MESSAGE}</main>`;

/** Message below a server-rendered page; the shell removes it. */
export const FAILURE_MESSAGE_BELOW_PAGE = `<aside id="${FAILURE_ELEMENT_ID}" class="${OVER} ${WAITING}">${MESSAGE}</aside>`;

/**
 * Inline script that retries the shell's first script once if it fails or hangs, then shows the message. The retry uses another
 * URL, like all retries (`createScriptLoader` of @solvent/federation/runtime); if the first was on another origin, one on this origin.
 * A replaced script that loads late does nothing: `main.ts` of the shell checks whether its element is connected.
 */
export const SECOND_TRY_SCRIPT = [
  '(function watch(s,tried){',
  `var timer=setTimeout(fail,${SCRIPT_TIMEOUT});`,
  's.onload=function(){clearTimeout(timer)};s.onerror=fail;',
  'function fail(){s.onload();s.onerror=null;',
  `if(tried)document.getElementById('${FAILURE_ELEMENT_ID}').classList.remove('${WAITING}');`,
  "else{var again=document.createElement('script');again.crossOrigin=s.crossOrigin;again.integrity=s.integrity;",
  `var own=new URL(s.src).origin!==location.origin&&/\\/shell\\/files\\/[^/?#]+$/.exec(s.src);`,
  "again.src=own?own[0]:s.src+'?r=1&t='+Date.now();s.replaceWith(again);watch(again,1)}}",
  '})(document.currentScript.previousElementSibling)',
].join('');
