import type { Token } from 'markdown-it';
import { createElement, Fragment } from 'react';
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { AUTO_DIRECTION } from '../texts.tsx';
import { CodeBlock } from './code-block.tsx';
import { OwnPicture, parseOwnPicture } from './own-picture.tsx';
import { parseMarkdown, TASK_BOX, TooComplexError } from './parse-markdown.ts';
import { findHeadings, getTokenText, isRelativePath, parseHeadingLink } from './text-links.ts';
import type { PathResolver } from './text-links.ts';

/** Rendered well within 100 ms; 50,000 characters of documentation have at most half as many. */
const MAX_ELEMENTS = 3000;

/** Relative rendering time: a link equals two elements; code blocks and pictures have several. */
const WEIGHTS: Partial<Record<string, number>> = { a: 2 };
const COMPONENT_WEIGHT = 8;

/** Nested elements, including inline ones. */
const MAX_DEPTH = 200;

const LOWEST_HEADING = 6;

/** Allowed link targets (product 5.15): these schemes, or relative URLs. */
const ALLOWED_URL = /^(?:https?|ircs?|mailto|xmpp):|^[^:/?#]*(?:[/?#]|$)/i;

/** Total length of URLs: one definition can be the target of many links. */
const MAX_URL_CHARS = 100_000;

const getAttribute = ({ attrs }: Token, name: string) => attrs?.find(([key]) => key === name)?.[1];

/** Each has the direction of its first letter (product 10.27); items of a list share one. */
const DIRECTIONAL_TAGS = /^(?:p|h[1-6]|ul|ol|td|th)$/;

interface OpenElement {
  tag?: string | undefined;
  props?: object | undefined;
  children: ReactNode[];
}

const FOOTNOTES = { 'data-footnotes': '', role: 'group', 'aria-label': 'Footnotes' };

/** Scrolls without changing the URL, which would add a history entry and trigger the router. */
function scrollToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = document.getElementById(event.currentTarget.getAttribute('href')?.slice(1) ?? '');
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
}

const getNumber = ({ meta }: Token, name: 'id' | 'subId') => Number(meta?.[name] ?? 0) + 1;
const getNoteId = (token: Token, id: string) => `${id}-note-${getNumber(token, 'id')}`;
const getReferenceId = (token: Token, id: string) => `${id}-reference-${getNumber(token, 'id')}-${getNumber(token, 'subId')}`;

const getFootnoteNumber = (token: Token): string => String(getNumber(token, 'id'));

const getNoteProps = (token: Token, id: string) => ({ id: getNoteId(token, id), tabIndex: -1 });

const getReferenceProps = (token: Token, id: string) => ({
  id: getReferenceId(token, id),
  href: `#${getNoteId(token, id)}`,
  'aria-label': `Footnote ${getFootnoteNumber(token)}`,
  onClick: scrollToTarget,
});

const getBackLinkProps = (token: Token, id: string) => ({
  href: `#${getReferenceId(token, id)}`,
  'aria-label': `Back to reference ${getFootnoteNumber(token)}${getNumber(token, 'subId') > 1 ? `-${getNumber(token, 'subId')}` : ''}`,
  onClick: scrollToTarget,
});

/** Prefixed, so that no heading has the id of another text, of the page, or of a global variable. */
const getHeadingId = (slug: string, id: string) => `${id}-heading-${slug}`;

/** Wide tables scroll, so they must be focusable. */
const TABLE_FRAME = { 'data-table': '', role: 'group', 'aria-label': 'Table', tabIndex: 0 };

const FRAMES: Partial<Record<string, Omit<OpenElement, 'children'>>> = {
  table: { tag: 'div', props: TABLE_FRAME },
  footnote_block: { tag: 'div', props: FOOTNOTES },
};
const findFrame = ({ type }: Token) => FRAMES[type.replace(/_(?:open|close)$/, '')];

const TEXT_ALIGN = /^text-align:(left|center|right)$/;

/** Returns a cell's alignment as an attribute, because the CSP forbids inline styles. */
function getCellProps(token: Token): object | undefined {
  const [, align] = TEXT_ALIGN.exec(String(getAttribute(token, 'style') ?? '')) ?? [];
  return align === undefined ? undefined : { 'data-align': align };
}

const ALERTS = { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' };

function createOpenQuote(token: Token): OpenElement {
  // The parser only sets known kinds.
  const kind = getAttribute(token, 'data-alert') as keyof typeof ALERTS | undefined;
  if (kind === undefined) return { tag: token.tag, children: [] };
  const title = createElement('p', { 'data-alert-title': '' }, ALERTS[kind]);
  return { tag: 'div', props: { role: 'note', 'data-alert': kind }, children: [title] };
}

/** Tasks are read-only. */
const getCheckboxProps = (token: Token) => ({
  type: 'checkbox',
  disabled: true,
  readOnly: true,
  checked: getAttribute(token, 'checked') !== undefined,
});

const getLinkProps = (href: string) => ({ href, target: '_blank', rel: 'noopener noreferrer nofollow' });

function createOpenElement(token: Token, headingsFrom: number, id: string, slug: string | undefined): OpenElement {
  const children: ReactNode[] = [];
  // Tight lists have hidden paragraphs.
  if (token.hidden) return { children };
  if (token.type === 'heading_open') {
    const level = Number(token.tag.slice(1)) + headingsFrom - 1;
    const target = slug ? { id: getHeadingId(slug, id), tabIndex: -1 } : {};
    return { tag: `h${Math.min(level, LOWEST_HEADING)}`, props: { ...AUTO_DIRECTION, ...target }, children };
  }
  if (token.type === 'blockquote_open') return createOpenQuote(token);
  if (token.type === 'footnote_block_open') return { tag: 'ol', children };
  if (token.type === 'footnote_open') return { tag: 'li', props: getNoteProps(token, id), children };
  if (token.type === 'ordered_list_open') {
    return { tag: 'ol', props: { ...AUTO_DIRECTION, start: getAttribute(token, 'start') }, children };
  }
  if (token.type === 'list_item_open') {
    const isTask = getAttribute(token, 'data-task') !== undefined;
    return { tag: 'li', props: isTask ? { 'data-task': '' } : undefined, children };
  }
  if (token.tag === 'th' || token.tag === 'td')
    return { tag: token.tag, props: { ...AUTO_DIRECTION, ...getCellProps(token) }, children };
  return { tag: token.tag, props: DIRECTIONAL_TAGS.test(token.tag) ? AUTO_DIRECTION : undefined, children };
}

/**
 * Renders markdown to safe elements.
 * @param id unique on its page
 * @param resolvePath returns the address of a relative link; without one it is text
 * @throws {TooComplexError} and parser errors
 */
export function createMarkdownElements(text: string, headingsFrom: number, id: string, resolvePath: PathResolver): ReactNode {
  const tokens = parseMarkdown(text);
  const headings = findHeadings(tokens);
  const slugs = new Set(headings.values());
  const root: OpenElement = { children: [] };
  // A stack instead of recursion: nesting can exceed the call stack.
  const open = [root];
  let weight = 0;
  let urlChars = 0;

  function add(node: ReactNode) {
    const { children } = open.at(-1) ?? root;
    const last = children.at(-1);
    if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node;
    else children.push(node);
  }
  function addWeight(added: number) {
    weight += added;
    if (weight > MAX_ELEMENTS) throw new TooComplexError();
  }
  function addElement(tag: string, props: object | undefined, children: readonly ReactNode[]) {
    addWeight(WEIGHTS[tag] ?? 1);
    // Spread, so that children need no keys.
    add(createElement(tag, props, ...children));
  }
  function addComponent<Props extends object>(component: ComponentType<Props>, props: Props) {
    addWeight(COMPONENT_WEIGHT);
    add(createElement(component, props));
  }
  function close() {
    const { tag, props, children } = open.pop() ?? root;
    if (tag === undefined) children.forEach(add);
    else addElement(tag, props, children);
  }
  const isInLink = () => open.some(({ tag }) => tag === 'a');
  /** Returns an allowed URL; undefined within a link, since links cannot be nested. */
  function readAllowedUrl(token: Token, name: string): string | undefined {
    if (isInLink()) return undefined;
    const url = String(getAttribute(token, name) ?? '');
    urlChars += url.length;
    if (urlChars > MAX_URL_CHARS) throw new TooComplexError();
    if (url === '' || !ALLOWED_URL.test(url)) return undefined;
    return isRelativePath(url) ? resolvePath(url) : url;
  }
  /** A link to a heading that the text does not have leads nowhere. */
  function findLinkProps(href: string | undefined): object | undefined {
    if (href === undefined || !href.startsWith('#')) return href === undefined ? undefined : getLinkProps(href);
    const slug = parseHeadingLink(href);
    if (!slug || !slugs.has(slug)) return undefined;
    return { href: `#${getHeadingId(slug, id)}`, onClick: scrollToTarget };
  }
  function openLink(token: Token) {
    const props = findLinkProps(readAllowedUrl(token, 'href'));
    // An address without a text of its own (<https://…>) is not printed twice.
    const addressProps = token.info === 'auto' ? { 'data-address': '' } : {};
    open.push({ ...(props && { tag: 'a', props: { ...props, ...addressProps } }), children: [] });
  }
  /** Pictures of other sites become links, because loading them would reveal the reader's IP address. */
  function addPicture(token: Token) {
    const src = String(getAttribute(token, 'src') ?? '');
    const altText = getTokenText(token.children) || src;
    const ownPicture = parseOwnPicture(src);
    const href = readAllowedUrl(token, 'src');
    if (ownPicture)
      addComponent(OwnPicture, { ...ownPicture, altText, link: isInLink() ? undefined : getLinkProps(ownPicture.address) });
    else if (href === undefined) add(altText);
    else addElement('a', getLinkProps(href), [altText]);
  }
  function addReference(token: Token) {
    open.push({ tag: 'sup', children: [] });
    const number = getFootnoteNumber(token);
    if (isInLink()) add(number);
    else addElement('a', getReferenceProps(token, id), [number]);
    close();
  }
  function addToken(token: Token) {
    const { type, tag, nesting, content } = token;
    if (type === 'link_open') openLink(token);
    else if (type === TASK_BOX) addElement('input', getCheckboxProps(token), []);
    else if (type === 'footnote_ref') addReference(token);
    else if (type === 'footnote_anchor') {
      add(' ');
      addElement('a', getBackLinkProps(token, id), ['↩\uFE0E']);
    } else if (nesting === 1) {
      const frame = findFrame(token);
      if (frame) open.push({ ...frame, children: [] });
      open.push(createOpenElement(token, headingsFrom, id, headings.get(token)));
    } else if (nesting === -1) {
      close();
      if (findFrame(token)) close();
    } else if (token.children && type === 'inline') token.children.forEach(addToken);
    else if (type === 'image') addPicture(token);
    else if (type === 'code_inline') addElement('code', undefined, [content]);
    else if (tag === 'code') addComponent(CodeBlock, { code: content, info: token.info });
    else if (type === 'softbreak') add('\n');
    else if (tag) addElement(tag, undefined, []);
    else add(content);
    if (type === 'hardbreak') add('\n');
    if (open.length > MAX_DEPTH) throw new TooComplexError();
  }

  tokens.forEach(addToken);
  return createElement(Fragment, undefined, ...root.children);
}
