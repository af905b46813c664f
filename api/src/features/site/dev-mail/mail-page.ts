import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import type { Mailbox, Message } from './mailbox.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.0625rem; margin: 0; }
header p, article p, .meta { color: color-mix(in srgb, CanvasText 72%, Canvas); }
article { border: 1px solid color-mix(in srgb, CanvasText 18%, Canvas); border-radius: 12px; padding: 1rem 1.25rem; margin-top: 1rem; }
article p { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.meta { font-size: .875rem; }
.open { display: inline-block; margin-top: .75rem; padding: .4rem 1rem; border-radius: 8px; background: #1d4ed8; color: #fff; text-decoration: none; font-weight: 600; }
.open:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
[role=alert] { border: 1px solid #b45309; border-radius: 12px; padding: .75rem 1.25rem; margin-top: 1rem; }
`;

const hash = createHash('sha256').update(STYLE).digest('base64');

/** The page's content policy: its own style and nothing else. */
export const DEV_MAIL_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function linkTo(link: string | null): string {
  if (link === null || !/^https?:/.test(link)) return '';
  return `<a class="open" href="${escapeHtml(link)}">Open the link</a>`;
}

function article({ to, subject, text, link, at }: Message): string {
  const time = `<time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time>`;
  return `<article><h2>${escapeHtml(subject)}</h2><div class="meta">To ${escapeHtml(to)} · ${time}</div><p>${escapeHtml(text)}</p>${linkTo(link)}</article>`;
}

/** The mail as a page that needs no script. */
export function mailPage({ messages, notice }: Mailbox): string {
  const warning = notice === undefined ? '' : `<p role="alert">${escapeHtml(notice)}</p>`;
  const list = messages.length === 0 ? '<p>No mail yet.</p>' : messages.map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail · Solvent</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Mail</h1><p>What would have been sent, newest first. <a href="/dev/mail">Look again</a></p></header>
<main>${warning}
${list}
</main>
</body>
</html>
`;
}
