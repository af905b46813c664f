import { createHash } from 'node:crypto';
import { escapeHtml } from '@solvent/federation/manifest';

/** A page of the emulator. `policy` is its content security policy, which blocks requests to other hosts. */
export interface PopupPage {
  status: 200 | 400;
  html: string;
  policy: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, CanvasText 22%, Canvas); --soft: color-mix(in srgb, CanvasText 72%, Canvas); }
* { box-sizing: border-box; }
body { max-width: 26rem; margin: 0 auto; padding: 1.25rem 1.25rem 2rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0 0; }
.note { color: var(--soft); font-size: .875rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.75rem; padding: .375rem 1rem; border-radius: 8px; border: 1px solid var(--line); background: Canvas; color: CanvasText; cursor: pointer; }
button:hover { background: color-mix(in srgb, CanvasText 7%, Canvas); }
button.main { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
button.main:hover { background: #1e40af; }
button.account { text-align: start; overflow-wrap: anywhere; }
button.account span { display: block; font-weight: 400; font-size: .875rem; color: var(--soft); }
details { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: .75rem; }
summary { font-weight: 600; cursor: pointer; min-height: 2.5rem; padding: .5rem 0; }
form { display: grid; gap: .75rem; margin: 0; }
form + form { margin-top: 1rem; }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600; }
input { font: 1rem/1.5 system-ui, sans-serif; width: 100%; min-height: 2.5rem; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: Canvas; color: CanvasText; }
label.choice { grid-template-columns: auto 1fr; align-items: center; gap: .5rem; font-weight: 400; }
label.choice input { width: 1.125rem; min-height: 1.125rem; margin: 0; }
[role=alert] { border: 1px solid #b45309; border-radius: 8px; padding: .5rem .75rem; }
:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
`;

const hashForCsp = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Builds a page. @param script the only script that may run on the page */
export function buildPage(status: PopupPage['status'], title: string, body: string, script?: string): PopupPage {
  const element = script === undefined ? '' : `<script>${script}</script>`;
  return {
    status,
    policy: `default-src 'none'; style-src ${hashForCsp(STYLE)}; script-src ${script === undefined ? "'none'" : hashForCsp(script)}; img-src data:; form-action 'self'; base-uri 'none'`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
${element}
</body>
</html>
`,
  };
}
