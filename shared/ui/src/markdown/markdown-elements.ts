import type { Token } from 'markdown-it';
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { OWN_DIRECTION } from '../components/texts.tsx';
import { parseMarkdown, TooMuch } from './parse-markdown.ts';

/** So many elements a page shows well within 100 ms: 50,000 characters of documentation have half of them at most. A link, with its attributes, takes as long as two. */
const MAX_ELEMENTS = 3000;
const weightOf = (tag: string): number => (tag === 'a' ? 2 : 1);

/** Elements within each other, marks within a line among them. */
const MAX_DEPTH = 200;

const LOWEST_HEADING = 6;

/** Addresses that may be links (product 5.15): of these schemes, or without any, which lead to this product. */
const ALLOWED = /^(?:https?|ircs?|mailto|xmpp):|^[^:/?#]*(?:[/?#]|$)/i;

/** One definition may be the address of many links: so many characters of addresses a page bears. */
const MAX_ADDRESSES = 100_000;

const attribute = ({ attrs }: Token, name: string) => attrs?.find(([key]) => key === name)?.[1];

/** The words of a picture, without their marks. */
const wordsOf = (tokens: readonly Token[] | null): string =>
  (tokens ?? [])
    .map(({ children, content, type }) => (type === 'softbreak' ? ' ' : children ? wordsOf(children) : content))
    .join('');

/** Each runs the way that its first letter does (product 10.27). A list's items stand on one side, all of them. */
const OF_ONE_DIRECTION = /^(?:p|h[1-6]|ul|ol|td|th)$/;

/** An element whose end has not come; without a tag its content stands in what is around it. */
interface OpenElement {
  tag?: string | undefined;
  props?: object | undefined;
  children: ReactNode[];
}

const linkProps = (href: string) => ({ href, target: '_blank', rel: 'noopener noreferrer nofollow' });

function opened(token: Token, headingsFrom: number): OpenElement {
  const children: ReactNode[] = [];
  // The paragraph of a list whose items stand close together.
  if (token.hidden) return { children };
  if (token.type === 'heading_open') {
    const level = Number(token.tag.slice(1)) + headingsFrom - 1;
    return { tag: `h${Math.min(level, LOWEST_HEADING)}`, props: OWN_DIRECTION, children };
  }
  if (token.type === 'ordered_list_open') {
    return { tag: 'ol', props: { ...OWN_DIRECTION, start: attribute(token, 'start') }, children };
  }
  return { tag: token.tag, props: OF_ONE_DIRECTION.test(token.tag) ? OWN_DIRECTION : undefined, children };
}

/**
 * A text in markdown as elements, harmless ones: no raw HTML, links of harmless schemes only, pictures as links to them.
 *
 * @param headingsFrom the level at which a written `#` stands
 * @throws {TooMuch} and whatever the parser throws, for a text that no page should show with formatting
 */
export function markdownElements(text: string, headingsFrom: number): ReactNode {
  const root: OpenElement = { children: [] };
  // A list, not a function for each level: a text may be nested deeper than functions can call each other.
  const open = [root];
  let count = 0;
  let addressesLength = 0;

  function add(node: ReactNode) {
    const { children } = open.at(-1) ?? root;
    const last = children.at(-1);
    if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node;
    else children.push(node);
  }
  function addElement(tag: string, props: object | undefined, children: readonly ReactNode[]) {
    count += weightOf(tag);
    if (count > MAX_ELEMENTS) throw new TooMuch();
    // Spread, so that none needs a key.
    add(createElement(tag, props, ...children));
  }
  function close() {
    const { tag, props, children } = open.pop() ?? root;
    if (tag === undefined) children.forEach(add);
    else addElement(tag, props, children);
  }
  /** Where a link or a picture leads, if it may. A link cannot stand in a link. */
  function addressOf(token: Token, name: string): string | undefined {
    if (open.some(({ tag }) => tag === 'a')) return undefined;
    const address = String(attribute(token, name) ?? '');
    addressesLength += address.length;
    if (addressesLength > MAX_ADDRESSES) throw new TooMuch();
    return address !== '' && ALLOWED.test(address) ? address : undefined;
  }
  function openLink(token: Token) {
    const href = addressOf(token, 'href');
    open.push({ ...(href === undefined ? {} : { tag: 'a', props: linkProps(href) }), children: [] });
  }
  /** A picture would tell its host who reads it: a reader decides by a click. */
  function addPicture(token: Token) {
    const words = wordsOf(token.children) || String(attribute(token, 'src') ?? '');
    const href = addressOf(token, 'src');
    if (href === undefined) add(words);
    else addElement('a', linkProps(href), [words]);
  }
  function addToken(token: Token) {
    const { type, tag, nesting, content } = token;
    if (type === 'link_open') openLink(token);
    else if (nesting === 1) open.push(opened(token, headingsFrom));
    else if (nesting === -1) close();
    else if (token.children && type === 'inline') token.children.forEach(addToken);
    else if (type === 'image') addPicture(token);
    else if (type === 'code_inline') addElement('code', undefined, [content]);
    // It scrolls, so the keyboard must get there.
    else if (tag === 'code') addElement('pre', { tabIndex: 0, dir: 'ltr' }, [createElement('code', undefined, content)]);
    else if (type === 'softbreak') add('\n');
    else if (tag) addElement(tag, undefined, []);
    else add(content);
    if (type === 'hardbreak') add('\n');
    if (open.length > MAX_DEPTH) throw new TooMuch();
  }

  parseMarkdown(text).forEach(addToken);
  return createElement(Fragment, undefined, ...root.children);
}
