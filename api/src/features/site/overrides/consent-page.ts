import { createHash } from 'node:crypto';
import type { ForeignBuild } from './overrides.ts';
import { escapeHtml } from '@solvent/federation/manifest';

export const ANSWER = { name: 'answer', load: 'load' } as const;

// "Load it" is disabled for a second, against clickjacking by double clicks.
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#fafafa, #0b0b0e); color: light-dark(#18181b, #fafafa); }
main { box-sizing: border-box; width: min(33rem, 100% - 2rem); margin: 1rem 0; padding: 1.5rem; border: 1px solid light-dark(#e4e4e7, #3f3f46); border-radius: 12px; background: light-dark(#fff, #131316); }
h1 { font-size: 1.25rem; line-height: 1.4; margin: 0 0 .75rem; overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; color: light-dark(#52525b, #a1a1aa); }
.answers { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: flex-end; margin-top: 1.25rem; }
button { flex: 0 1 auto; min-height: 44px; padding: .5rem 1.25rem; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer; border: 1px solid light-dark(#5b5bd6, #a5a6f6); }
.dont { background: light-dark(#5b5bd6, #a5a6f6); color: light-dark(#fff, #0b0b0e); }
.load { background: transparent; color: light-dark(#4a4ac4, #a5a6f6); animation: wait 1s step-end; }
button:focus-visible { outline: 3px solid light-dark(#18181b, #fafafa); outline-offset: 2px; }
@keyframes wait { from { pointer-events: none; opacity: .5; } }
@media (max-width: 30rem) { h1 { font-size: 1.0625rem; } .answers { flex-direction: column; } }
`;

const hash = createHash('sha256').update(STYLE).digest('base64');

/** Allows the page's own style and its form, and no script. */
export const CONSENT_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

export function renderConsentPage(builds: readonly ForeignBuild[]): string {
  const named = builds.map(({ remote, origin }) => `“${escapeHtml(remote)}” from ${escapeHtml(origin)}`).join(' and ');
  const hidden = builds
    .map((build) => `<input type="hidden" name="remote" value="${escapeHtml(formatConsent(build))}">`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Load code from elsewhere? · Solvent</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Load ${named}?</h1>
<p>Code from there can act as you on Solvent: read your messages, and post, bid and buy in your name. The link you opened requests it.</p>
<p>Load it only if you know whose code it is. Your answer holds in this browser for twelve hours.</p>
<form method="post">
${hidden}
<div class="answers">
<button class="dont" name="${ANSWER.name}" value="no" autofocus>Don’t load it</button>
<button class="load" name="${ANSWER.name}" value="${ANSWER.load}">Load it</button>
</div>
</form>
</main>
</body>
</html>
`;
}

export const formatConsent = ({ remote, origin }: ForeignBuild): string => `${remote}@${origin}`;
