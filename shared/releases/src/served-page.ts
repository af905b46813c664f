import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ServedPage } from '@solvent/contracts';
import { EARLY_ACTIONS, inlineJson, PAGE_PLACEHOLDERS, RESTORE_MARKUP } from '@solvent/federation/manifest';
import type { RenderedPage } from '@solvent/federation/rendering';
import { FAILURE_MESSAGE_BELOW_PAGE } from './load-failure.ts';

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

// Starts scripts after the first paint, as they would compete with it for bandwidth, unless the page is a skeleton. Background
// pages are never painted, so a timer starts them, too.
const START_SCRIPT = [
  `(function(){var from=document.getElementById('${SCRIPTS_ID}');`,
  'function start(){if(!from)return;document.body.append(document.importNode(from.content,true));from=null}',
  `requestAnimationFrame(function(){setTimeout(start)});setTimeout(start,${PAINT_TIMEOUT_MS})})()`,
].join('');

// Records what is typed and chosen, clicks on buttons, and submits, which would reload the page. The shell replays them once it
// has hydrated the page: React itself ignores what happened before.
const EARLY_SCRIPT = [
  '(function(){var actions=[],types=["click","input","change","submit"];',
  'function record(event){var type=event.type,target=event.target;',
  'if(type==="click")target=target.closest("button,[role=button]");',
  'if(!target||!target.closest("#root")||type==="click"&&target.type==="submit")return;',
  // A hydrating React must not handle it, too.
  'if(type==="click"||type==="submit"){event.preventDefault();event.stopImmediatePropagation()}',
  'actions=actions.filter(function(one){return one.type!==type||one.target!==target});',
  'actions.push({type:type,target:target,value:target.value,checked:target.checked})}',
  'types.forEach(function(type){document.addEventListener(type,record,true)});',
  `window.${EARLY_ACTIONS}=function(){types.forEach(function(type){document.removeEventListener(type,record,true)});`,
  'return actions}})()',
].join('');

// Records elements that browser extensions insert, such as icons beside fields: React cannot hydrate markup that it does not know,
// and would render the page again, without text that is typed meanwhile. An extension that also moved or removed nodes of the page is
// left alone.
const MARKUP_SCRIPT = [
  '(function(){var root=document.getElementById("root"),own=new Set(),added=new Set(),isChanged=false;',
  'for(var walker=document.createTreeWalker(root);walker.nextNode();)own.add(walker.currentNode);',
  'function record(changes){changes.forEach(function(change){',
  'change.removedNodes.forEach(function(node){added.delete(node);if(own.has(node))isChanged=true});',
  'change.addedNodes.forEach(function(node){added.add(node)})})}',
  'var observer=new MutationObserver(record);',
  'observer.observe(root,{childList:true,subtree:true});',
  `window.${RESTORE_MARKUP}=function(){record(observer.takeRecords());observer.disconnect();`,
  'if(!isChanged)added.forEach(function(node){node.remove()})}})()',
].join('');

/** A server-rendered page with its metadata. */
export interface RenderedChannelPage extends Omit<ServedPage, 'queries'> {
  page: RenderedPage;
}

/** Inserts a server-rendered page. @param html with placeholders replaced, as user content may contain their text */
export function insertRenderedPage(
  html: string,
  { page: { head, body }, at, age, versions, isSignedIn }: RenderedChannelPage,
  nonce: string,
): string {
  const hints = read(html, 'hints');
  const scripts = read(html, 'scripts');
  if (hints === undefined || scripts === undefined) return html;
  if (!body) return write(html, 'head', head);
  const served: ServedPage = { at, age, versions, isSignedIn, queries: body.queries };
  const styles = body.styles.replaceAll(PAGE_PLACEHOLDERS.nonce, nonce);
  const script = (text: string) => `<script nonce="${nonce}">${text}</script>`;
  const afterPaint = `<template id="${SCRIPTS_ID}">${hints}\n${scripts}</template>\n${script(MARKUP_SCRIPT)}\n${script(START_SCRIPT)}`;
  // From the end, so that inserted text is not searched.
  const started = write(
    html,
    'scripts',
    `<script type="application/json" id="${SERVED_ELEMENT_ID}">${inlineJson(served)}</script>\n${body.isSkeleton ? scripts : afterPaint}`,
  );
  const [root, afterRoot] = marks('root');
  const readable = started
    .replace('<noscript>Solvent needs JavaScript:', '<noscript>Solvent needs JavaScript for more than reading:')
    .replace(`${afterRoot}</div>`, `</div>\n${FAILURE_MESSAGE_BELOW_PAGE}`);
  // React's root must contain only its own markup.
  const from = readable.indexOf(root);
  const to = readable.indexOf('</div>\n<aside', from);
  const shown = readable.slice(0, from) + body.html + readable.slice(to);
  const early = `${styles}\n${script(EARLY_SCRIPT)}${body.isSkeleton ? hints : ''}`;
  return write(write(shown, 'hints', early), 'head', head);
}
