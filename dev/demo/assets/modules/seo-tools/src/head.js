import { escape } from './escape.js';

const meta = (kind, name, content) => (content === undefined ? [] : [`<meta ${kind}="${name}" content="${escape(content)}">`]);

/** Structured data in a page: no text in it can end the script. */
const jsonLd = (data) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;

/** All that belongs into `<head>` for search engines and for who shares the page. Addresses must be whole. */
export function headOf({ title, description, url, image, siteName, locale, data }) {
  if (!URL.canParse(url)) throw new TypeError(`${url} is no whole address`);
  return [
    `<title>${escape(title)}</title>`,
    ...meta('name', 'description', description),
    `<link rel="canonical" href="${escape(url)}">`,
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', url),
    ...meta('property', 'og:image', image),
    ...meta('property', 'og:site_name', siteName),
    ...meta('property', 'og:locale', locale),
    ...meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
    ...(data === undefined ? [] : [jsonLd({ '@context': 'https://schema.org', ...data })]),
  ].join('\n');
}
