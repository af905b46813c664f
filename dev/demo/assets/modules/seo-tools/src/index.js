export { checkPage } from './check.js';
export { headOf } from './head.js';
export { sitemapsOf } from './sitemap.js';
