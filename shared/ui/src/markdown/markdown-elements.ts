import type { Token } from 'markdown-it';
import { createElement, Fragment } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { AUTO_DIRECTION } from '../texts.tsx';
import { CodeBlock } from './code-block.tsx';
import { backProps, footnoteNumber, FOOTNOTES, noteProps, referenceProps } from './footnotes.ts';
import { OwnPicture, parseOwnPicture } from './own-picture.tsx';
import { parseMarkdown, TASK_BOX, TooComplexError } from './parse-markdown.ts';

/** So many elements a page shows well within 100 ms: 50,000 characters of documentation have half of them at most. */
const MAX_ELEMENTS = 3000;

/** A link, with its attributes, takes as long as two elements; a block of code and a picture are made of several. */
const WEIGHTS: Partial<Record<string, number>> = { a: 2 };
const COMPONENT_WEIGHT = 8;

/** Elements within each other, marks within a line among them. */
const MAX_DEPTH = 200;

const LOWEST_HEADING = 6;

/** Addresses that may be links (product 5.15): of these schemes, or without any, which lead to this product. */
const ALLOWED_URL = /^(?:https?|ircs?|mailto|xmpp):|^[^:/?#]*(?:[/?#]|$)/i;

/** One definition may be the address of many links: so many characters of addresses a page bears. */
const MAX_URL_CHARS = 100_000;

const attribute = ({ attrs }: Token, name: string) => attrs?.find(([key]) => key === name)?.[1];

/** The words of a picture, without their marks. */
const getAltText = (tokens: readonly Token[] | null): string =>
  (tokens ?? [])
    .map(({ children, content, type }) => (type === 'softbreak' ? ' ' : children ? getAltText(children) : content))
    .join('');

/** Each runs the way that its first letter does (product 10.27). A list's items stand on one side, all of them. */
const DIRECTIONAL_TAGS = /^(?:p|h[1-6]|ul|ol|td|th)$/;

/** An element whose end has not come; without a tag its content stands in what is around it. */
interface OpenElement {
  tag?: string | undefined;
  props?: object | undefined;
  children: ReactNode[];
}

/** It may be wider than the page and then scrolls by itself, so the keyboard must get there. */
const TABLE_FRAME = { 'data-table': '', role: 'group', 'aria-label': 'Table', tabIndex: 0 };

/** What stands around an element of the parser's. */
const FRAMES: Partial<Record<string, Omit<OpenElement, 'children'>>> = {
  table: { tag: 'div', props: TABLE_FRAME },
  footnote_block: { tag: 'div', props: FOOTNOTES },
};
const findFrame = ({ type }: Token) => FRAMES[type.replace(/_(?:open|close)$/, '')];

const TEXT_ALIGN = /^text-align:(left|center|right)$/;

/** Of a cell: how its column is aligned. No page may have styles in its elements, so a style sheet says what that is. */
function cellProps(token: Token): object | undefined {
  const [, align] = TEXT_ALIGN.exec(String(attribute(token, 'style') ?? '')) ?? [];
  return align === undefined ? undefined : { 'data-align': align };
}

const ALERTS = { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' };

/** A quote, or GitHub's alert, which has a title. */
function createOpenQuote(token: Token): OpenElement {
  // One of those that the parser knows.
  const kind = attribute(token, 'data-alert') as keyof typeof ALERTS | undefined;
  if (kind === undefined) return { tag: token.tag, children: [] };
  const title = createElement('p', { 'data-alert-title': '' }, ALERTS[kind]);
  return { tag: 'div', props: { role: 'note', 'data-alert': kind }, children: [title] };
}

/** The box of a task tells what its text says, and nobody who reads can change it. */
const boxProps = (token: Token) => ({
  type: 'checkbox',
  disabled: true,
  readOnly: true,
  checked: attribute(token, 'checked') !== undefined,
});

const linkProps = (href: string) => ({ href, target: '_blank', rel: 'noopener noreferrer nofollow' });

function createOpenElement(token: Token, headingsFrom: number, id: string): OpenElement {
  const children: ReactNode[] = [];
  // The paragraph of a list whose items stand close together.
  if (token.hidden) return { children };
  if (token.type === 'heading_open') {
    const level = Number(token.tag.slice(1)) + headingsFrom - 1;
    return { tag: `h${Math.min(level, LOWEST_HEADING)}`, props: AUTO_DIRECTION, children };
  }
  if (token.type === 'blockquote_open') return createOpenQuote(token);
  if (token.type === 'footnote_block_open') return { tag: 'ol', children };
  if (token.type === 'footnote_open') return { tag: 'li', props: noteProps(token, id), children };
  if (token.type === 'ordered_list_open') {
    return { tag: 'ol', props: { ...AUTO_DIRECTION, start: attribute(token, 'start') }, children };
  }
  if (token.type === 'list_item_open') {
    const isTask = attribute(token, 'data-task') !== undefined;
    return { tag: 'li', props: isTask ? { 'data-task': '' } : undefined, children };
  }
  if (token.tag === 'th' || token.tag === 'td')
    return { tag: token.tag, props: { ...AUTO_DIRECTION, ...cellProps(token) }, children };
  return { tag: token.tag, props: DIRECTIONAL_TAGS.test(token.tag) ? AUTO_DIRECTION : undefined, children };
}

/**
 * A text in markdown as elements, harmless ones: no raw HTML, links of harmless schemes only, pictures of other sites as links to them.
 *
 * @param headingsFrom the level at which a written `#` stands
 * @param id unique id of the text on its page, for the links between its footnotes
 * @throws {TooComplexError} and whatever the parser throws, for a text that no page should show with formatting
 */
export function createMarkdownElements(text: string, headingsFrom: number, id: string): ReactNode {
  const root: OpenElement = { children: [] };
  // A list, not a function for each level: a text may be nested deeper than functions can call each other.
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
    // Spread, so that none needs a key.
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
  /** Where a link or a picture leads, if it may. A link cannot stand in a link. */
  function readAllowedUrl(token: Token, name: string): string | undefined {
    if (isInLink()) return undefined;
    const url = String(attribute(token, name) ?? '');
    urlChars += url.length;
    if (urlChars > MAX_URL_CHARS) throw new TooComplexError();
    return url !== '' && ALLOWED_URL.test(url) ? url : undefined;
  }
  function openLink(token: Token) {
    const href = readAllowedUrl(token, 'href');
    open.push({ ...(href === undefined ? {} : { tag: 'a', props: linkProps(href) }), children: [] });
  }
  /** A picture of another site would tell that who reads it: a reader decides by a click. */
  function addPicture(token: Token) {
    const src = String(attribute(token, 'src') ?? '');
    const altText = getAltText(token.children) || src;
    const own = parseOwnPicture(src);
    const href = readAllowedUrl(token, 'src');
    if (own) addComponent(OwnPicture, { ...own, altText, link: isInLink() ? undefined : linkProps(own.address) });
    else if (href === undefined) add(altText);
    else addElement('a', linkProps(href), [altText]);
  }
  function addReference(token: Token) {
    open.push({ tag: 'sup', children: [] });
    const number = footnoteNumber(token);
    if (isInLink()) add(number);
    else addElement('a', referenceProps(token, id), [number]);
    close();
  }
  function addToken(token: Token) {
    const { type, tag, nesting, content } = token;
    if (type === 'link_open') openLink(token);
    else if (type === TASK_BOX) addElement('input', boxProps(token), []);
    else if (type === 'footnote_ref') addReference(token);
    else if (type === 'footnote_anchor') {
      add(' ');
      addElement('a', backProps(token, id), ['↩\uFE0E']);
    } else if (nesting === 1) {
      const frame = findFrame(token);
      if (frame) open.push({ ...frame, children: [] });
      open.push(createOpenElement(token, headingsFrom, id));
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

  parseMarkdown(text).forEach(addToken);
  return createElement(Fragment, undefined, ...root.children);
}
