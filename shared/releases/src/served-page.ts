import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ServedPage } from '@solvent/contracts';
import { EARLY_ACTIONS, FAILURE_ELEMENT_ID, inlineJson, PAGE_PLACEHOLDERS } from '@solvent/federation/manifest';
import type { RenderedPage } from '@solvent/federation/rendering';
import { FAILURE_OVER_PAGE, WAITING } from './load-failure.ts';

/** Sections of a page that server rendering replaces. */
type SectionName = 'head' | 'hints' | 'root' | 'scripts';

const marks = (name: SectionName) => [`<!--${name}-->`, `<!--/${name}-->`] as const;

/** Wraps lines in section markers. */
export function section(name: SectionName, lines: readonly string[]): string {
  const [begin, end] = marks(name);
  return begin + lines.join('\n') + end;
}

/** Undefined in pages without markers, from older releases. */
function read(page: string, name: SectionName): string | undefined {
  const [begin, end] = marks(name);
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  return from === -1 || to === -1 ? undefined : page.slice(from + begin.length, to);
}

function write(page: string, name: SectionName, text: string): string {
  const [begin, end] = marks(name);
  const from = page.indexOf(begin) + begin.length;
  return page.slice(0, from) + text + page.slice(page.indexOf(end, from));
}

const SCRIPTS_ID = 'solvent-scripts';

const PAINT_TIMEOUT_MS = 1000;

// Starts scripts after the first paint, as they would compete with it for bandwidth. Background pages are never painted, so a
// timer starts them, too.
const START_SCRIPT = [
  `(function(){var from=document.getElementById('${SCRIPTS_ID}');`,
  'function start(){if(!from)return;document.body.append(document.importNode(from.content,true));from=null}',
  `requestAnimationFrame(function(){setTimeout(start)});setTimeout(start,${PAINT_TIMEOUT_MS})})()`,
].join('');

// Records clicks, input and submits before hydration, which the shell then replays. Links work, unless typed text would be lost.
// Native form submission is prevented. Stops once the scripts have failed.
const EARLY_SCRIPT = [
  '(function(){var kept=[],root=document.documentElement;',
  `function keep(type,target,event){var failure=document.getElementById("${FAILURE_ELEMENT_ID}");`,
  `if(!target.closest("#root")||failure&&!failure.classList.contains("${WAITING}"))return false;`,
  'var known=kept.find(function(one){return one.type===type&&one.target===target});',
  'if(!known)kept.push(known={type:type,target:target});known.value=target.value;known.checked=target.checked;',
  'if(type==="input"||type==="choice")return true;',
  // Keeps a hydrating React from handling it twice.
  'event.stopImmediatePropagation();root.style.cursor="progress";return true}',
  'function click(event){var target=event.target,button=target.closest("button,[role=button]");',
  'var link=target.closest("a[href]"),isTyped=kept.some(function(one){return one.type==="input"});',
  'if(link){if(isTyped&&!link.target&&!event.ctrlKey&&!event.metaKey&&!event.shiftKey&&keep("click",link,event))event.preventDefault()}',
  'else if(button&&button.type!=="submit")keep("click",button,event)}',
  'function input(event){var target=event.target,isChoice=target.type==="checkbox"||target.type==="radio";',
  'keep(isChoice?"choice":"input",target,event)}',
  'function submit(event){if(keep("submit",event.target,event))event.preventDefault()}',
  // Global shortcuts: palette, panel of remotes, search field.
  'function key(event){var held=event.ctrlKey||event.metaKey;',
  'if(event.altKey?event.ctrlKey&&event.code==="KeyR":held?!event.shiftKey&&event.key.toLowerCase()==="k":',
  'event.key==="/"&&!event.target.closest("input,textarea,select")){event.preventDefault();event.stopImmediatePropagation();kept.push({type:"key",target:event.target,event:event})}}',
  'var heard={click:click,input:input,change:input,submit:submit,keydown:key};',
  'for(var type in heard)document.addEventListener(type,heard[type],true);',
  `window.${EARLY_ACTIONS}=function(){for(var type in heard)document.removeEventListener(type,heard[type],true);`,
  'root.style.cursor="";return kept}})()',
].join('');

/** A server-rendered page with its metadata. */
export interface RenderedChannelPage extends Omit<ServedPage, 'queries'> {
  page: RenderedPage;
}

/** Inserts a server-rendered page. @param html with placeholders replaced, as user content may contain their text */
export function insertRenderedPage(
  html: string,
  { page: { head, body }, at, age, versions }: RenderedChannelPage,
  nonce: string,
): string {
  const hints = read(html, 'hints');
  const scripts = read(html, 'scripts');
  if (hints === undefined || scripts === undefined) return html;
  if (!body) return write(html, 'head', head);
  const served: ServedPage = { at, age, versions, queries: body.queries };
  const styles = body.styles.replaceAll(PAGE_PLACEHOLDERS.nonce, nonce);
  const script = (text: string) => `<script nonce="${nonce}">${text}</script>`;
  // From the end, so that inserted text is not searched.
  const started = write(
    html,
    'scripts',
    [
      `<script type="application/json" id="${SERVED_ELEMENT_ID}">${inlineJson(served)}</script>`,
      `<template id="${SCRIPTS_ID}">${hints}\n${scripts}</template>`,
      script(START_SCRIPT),
    ].join('\n'),
  );
  const [root, afterRoot] = marks('root');
  const readable = started
    .replace('<noscript>Solvent needs JavaScript:', '<noscript>Solvent needs JavaScript for more than reading:')
    .replace(`${afterRoot}</div>`, `</div>\n${FAILURE_OVER_PAGE}`);
  // React's root must contain only its own markup.
  const from = readable.indexOf(root);
  const to = readable.indexOf('</div>\n<aside', from);
  const shown = readable.slice(0, from) + body.html + readable.slice(to);
  return write(write(shown, 'hints', `${styles}\n${script(EARLY_SCRIPT)}`), 'head', head);
}
