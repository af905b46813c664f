/** Text in markdown, shown and written. Import it only from code that loads when it is used; what reads markdown comes later still. */
export { PlainText } from './markdown/plain-text.tsx';
export { Markdown, preloadMarkdown } from './markdown/markdown.tsx';
export { MarkdownField, MarkdownTools } from './markdown/markdown-field.tsx';
export type { UploadPicture } from './markdown/editor/use-picture-uploads.ts';
export { TextSkeleton } from './markdown/text-skeleton.tsx';
