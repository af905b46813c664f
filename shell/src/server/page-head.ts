import { shorten } from '@solvent/contracts';
import { escapeHtml, inlineJson } from '@solvent/federation/manifest';
import type { PageHead } from '@solvent/federation/rendering';
import { pageTitle } from '@solvent/ui';

/** The maximum that link previews and search engines show. */
const DESCRIPTION_MAX_LENGTH = 200;

const renderMeta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

interface PageLocation {
  origin: string;
  pathname: string;
}

/** Returns the HTML for `<head>`, with user content escaped. */
export function renderHead(head: PageHead, { origin, pathname }: PageLocation): string {
  const title = pageTitle(head.title);
  const description = shorten(head.description.replace(/\s+/g, ' ').trim(), DESCRIPTION_MAX_LENGTH);
  const address = origin + (head.canonical ?? pathname);
  const isListed = !head.isUnlisted;
  return [
    `<title>${escapeHtml(title)}</title>`,
    renderMeta('name', 'description', description),
    isListed ? `<link rel="canonical" href="${escapeHtml(address)}">` : renderMeta('name', 'robots', 'noindex'),
    renderMeta('property', 'og:site_name', 'Solvent'),
    renderMeta('property', 'og:type', head.type ?? 'website'),
    renderMeta('property', 'og:title', head.title),
    renderMeta('property', 'og:description', description),
    renderMeta('property', 'og:url', address),
    ...(head.picture
      ? [
          renderMeta('property', 'og:image', origin + head.picture),
          renderMeta('property', 'og:image:width', '1200'),
          renderMeta('property', 'og:image:height', '630'),
          renderMeta('property', 'og:image:alt', head.title),
          renderMeta('name', 'twitter:card', 'summary_large_image'),
        ]
      : [renderMeta('name', 'twitter:card', 'summary')]),
    ...(head.data && isListed
      ? [`<script type="application/ld+json">${inlineJson({ '@context': 'https://schema.org', ...head.data })}</script>`]
      : []),
  ].join('\n');
}
