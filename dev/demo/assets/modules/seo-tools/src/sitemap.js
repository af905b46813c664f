import { escape } from './escape.js';

/** So many addresses may stand in one file (sitemaps.org). */
const MOST = 50_000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const entry = ({ url, changed }) =>
  `<url><loc>${escape(url)}</loc>${changed === undefined ? '' : `<lastmod>${new Date(changed).toISOString().slice(0, 10)}</lastmod>`}</url>`;

const xml = (body) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;

/** The files of a sitemap, by name: one, or as many as it takes and an index of them. */
export function sitemapsOf(pages, origin) {
  const parts = Array.from({ length: Math.max(1, Math.ceil(pages.length / MOST)) }, (_, index) =>
    pages.slice(index * MOST, (index + 1) * MOST),
  );
  const file = (part) => xml(`<urlset ${NAMESPACE}>${part.map(entry).join('')}</urlset>`);
  if (parts.length === 1) return { 'sitemap.xml': file(pages) };
  const names = parts.map((_, index) => `sitemap-${index + 1}.xml`);
  const list = names.map((name) => `<sitemap><loc>${escape(new URL(name, origin).href)}</loc></sitemap>`).join('');
  return {
    'sitemap.xml': xml(`<sitemapindex ${NAMESPACE}>${list}</sitemapindex>`),
    ...Object.fromEntries(parts.map((part, index) => [names[index], file(part)])),
  };
}
