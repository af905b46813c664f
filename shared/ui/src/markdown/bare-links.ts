/** A part of read markdown, as remark gives it. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  children?: MarkdownNode[];
}

const ADDRESS = /\bhttps?:\/\/[\p{L}\p{N}[][^\s<>"]*/giu;
/** What ends a sentence rather than an address. */
const SENTENCE_END = /[.,;:!?'"*_]+$/;

const count = (text: string, sign: string) => text.split(sign).length - 1;

/** The address that a person meant: without the end of a sentence, or a bracket that was opened before it. */
function meant(address: string): string {
  const cut = address.replace(SENTENCE_END, '');
  return cut.endsWith(')') && count(cut, ')') > count(cut, '(') ? meant(cut.slice(0, -1)) : cut;
}

/** A text, with the addresses in it as links. */
function split(text: string): MarkdownNode[] {
  const parts: MarkdownNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const url = meant(found);
    parts.push({ type: 'text', value: text.slice(end, index) });
    parts.push({ type: 'link', url, children: [{ type: 'text', value: url }] });
    end = index + url.length;
  }
  parts.push({ type: 'text', value: text.slice(end) });
  return parts.filter(({ value }) => value !== '');
}

function linked(node: MarkdownNode): MarkdownNode[] {
  if (node.type === 'text') return split(node.value ?? '');
  const isLink = node.type === 'link' || node.type === 'linkReference';
  if (node.children && !isLink) node.children = node.children.flatMap(linked);
  return [node];
}

/** For remark: an address that somebody wrote without any mark (`https://…`) is a link too; in code and in links it stays. */
export const bareLinks = () => (tree: MarkdownNode) => {
  linked(tree);
};
