import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#fafafa, #0b0b0e); color: light-dark(#18181b, #fafafa); }
main { box-sizing: border-box; width: min(33rem, 100% - 2rem); margin: 1rem 0; padding: 1.5rem; border: 1px solid light-dark(#e4e4e7, #3f3f46); border-radius: 12px; background: light-dark(#fff, #131316); }
h1 { font-size: 1.25rem; line-height: 1.4; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin: 0; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; color: light-dark(#52525b, #a1a1aa); }
article { border-top: 1px solid light-dark(#e4e4e7, #3f3f46); padding-top: 1rem; }
article p { white-space: pre-wrap; }
.answers { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: flex-end; margin-top: 1.25rem; }
button { flex: 0 1 auto; min-height: 44px; padding: .5rem 1.25rem; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer; border: 1px solid light-dark(#5b5bd6, #a5a6f6); }
.dont { background: light-dark(#5b5bd6, #a5a6f6); color: light-dark(#fff, #0b0b0e); }
.load { background: transparent; color: light-dark(#4a4ac4, #a5a6f6); animation: wait 1s step-end; }
:focus-visible { outline: 3px solid light-dark(#18181b, #fafafa); outline-offset: 2px; }
@keyframes wait { from { pointer-events: none; opacity: .5; } }
@media (max-width: 30rem) { h1 { font-size: 1.0625rem; } .answers { flex-direction: column; } }
`;

const hash = createHash('sha256').update(STYLE).digest('base64');

/** Allows the style of a plain page and its form, and no script. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Renders a page without scripts that needs no release. @param content HTML */
export const renderPlainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Solvent</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
