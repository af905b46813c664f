import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { SCRIPT_TIMEOUT } from '@solvent/federation/runtime';

/** Seconds after which a page whose scripts decided nothing says so by itself: by then each of them has had its tries. */
const SILENCE = 35;

const AT = `#${FAILURE_ELEMENT_ID}`;

/** The class that hides the sentence, from screen readers, too. */
export const WAITING = 'waiting';

/** The class of the sentence where there is a page that can be read without scripts: below it. */
const OVER = 'over';

/**
 * In the colours that the browser has for the theme. That it comes by itself after a while is no motion: it does so under
 * `prefers-reduced-motion`, too.
 */
export const FAILURE_STYLE = [
  `${AT}{font:16px/1.5 'Inter Variable',system-ui,sans-serif;text-align:center;padding:30vh 16px}`,
  `${AT} h1{font-size:20px;margin:0}${AT} p{margin:4px 0 20px}`,
  `${AT} a{display:inline-block;padding:9px 14px;border:1px solid;border-radius:6px;color:inherit;font-weight:500;text-decoration:none}`,
  `${AT}.${OVER}{position:fixed;inset:auto 0 0;z-index:2000;padding:16px;background:canvas}`,
  `${AT}.${OVER} h1{font-size:16px}${AT}.${OVER} p{margin:0 0 12px}`,
  `${AT}.${WAITING}{visibility:hidden;animation:failure 0s ${SILENCE}s forwards}@keyframes failure{to{visibility:visible}}`,
].join('');

/** For people without scripts, whom the page tells that it needs them: loading it again would not help. */
export const NO_FAILURE_STYLE = `${AT}{display:none}`;

const SENTENCE =
  '<div role="alert"><h1>Solvent could not be loaded</h1>' +
  '<p>Check your connection and try again.</p></div><a href="">Try again</a>';

/** What a page shows when the shell does not come, without any script of the shell. It lies where the shell draws over it. */
export const FAILURE = `<main id="${FAILURE_ELEMENT_ID}" class="${WAITING}">${SENTENCE}</main>`;

/** The same below a page that the server made. The shell takes it away once it stands. */
export const FAILURE_OVER_PAGE = `<aside id="${FAILURE_ELEMENT_ID}" class="${OVER} ${WAITING}">${SENTENCE}</aside>`;

/**
 * Asks for the shell's first script once more when it fails or hangs, then shows the sentence. The further try has an address
 * of its own, as the further tries of all scripts have (`scriptLoader` of @solvent/federation/runtime): that on this origin where the first
 * was of another. What hangs is taken out of the page: should it come after all, it sees that and leaves the page to the other.
 *
 * Written as text because it stands in the page itself, right after that script's element.
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
