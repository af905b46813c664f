export { createCardRenderer } from './rendering/card-renderer.ts';
export type { CardRenderer } from './rendering/card.ts';
export { previewsFeature } from './routes.ts';
