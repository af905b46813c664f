/** Shows and edits markdown. Import only from code that loads late; the parser loads even later. */
export { PlainText } from './markdown/plain-text.tsx';
export { Markdown, preloadMarkdown } from './markdown/markdown.tsx';
export { MarkdownField, MarkdownTools } from './markdown/markdown-field.tsx';
export type { UploadPicture } from './markdown/editor/use-picture-uploads.ts';
export { TextSkeleton } from './markdown/text-skeleton.tsx';
