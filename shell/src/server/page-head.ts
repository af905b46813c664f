import { escapeHtml, inlineJson } from '@solvent/federation/manifest';
import type { PageHead } from '@solvent/federation/rendering';
import { pageTitle } from '@solvent/ui';

/** The maximum that link previews and search engines show. */
const DESCRIPTION_MAX_LENGTH = 200;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_MAX_LENGTH) return line;
  const cut = line.slice(0, DESCRIPTION_MAX_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX_LENGTH / 2))}…`;
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

interface PageLocation {
  origin: string;
  pathname: string;
}

/** Returns the HTML for `<head>`, with user content escaped. */
export function renderHead(head: PageHead, { origin, pathname }: PageLocation): string {
  const title = pageTitle(head.title);
  const description = shorten(head.description);
  const address = origin + (head.canonical ?? pathname);
  const isListed = !head.isUnlisted;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    isListed ? `<link rel="canonical" href="${escapeHtml(address)}">` : meta('name', 'robots', 'noindex'),
    meta('property', 'og:site_name', 'Solvent'),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...(head.picture
      ? [
          meta('property', 'og:image', origin + head.picture),
          meta('property', 'og:image:width', '1200'),
          meta('property', 'og:image:height', '630'),
          meta('property', 'og:image:alt', head.title),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : [meta('name', 'twitter:card', 'summary')]),
    ...(head.data && isListed
      ? [`<script type="application/ld+json">${inlineJson({ '@context': 'https://schema.org', ...head.data })}</script>`]
      : []),
  ].join('\n');
}
