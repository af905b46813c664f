declare module '*.css';

declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';
  const footnotes: (parser: MarkdownIt) => void;
  export default footnotes;
}

declare module '*.woff2' {
  const address: string;
  export default address;
}
