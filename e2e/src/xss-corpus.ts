/** Texts that run if a page inserts them as markup. Each calls `alert` or sets `window.__xss`, which `watchForXss` detects. */
export const XSS_TEXTS: readonly string[] = [
  '<script>window.__xss=1;alert(1)</script>',
  '"><script>window.__xss=1</script>',
  "'><img src=x onerror=window.__xss=1>",
  '<img src=x onerror=alert(1)>',
  '<svg onload=window.__xss=1>',
  '<svg><script>window.__xss=1</script></svg>',
  '<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>',
  '<iframe src=javascript:window.__xss=1></iframe>',
  '<body onload=window.__xss=1>',
  '<details open ontoggle=window.__xss=1>',
  '<a href="javascript:window.__xss=1">x</a>',
  '<math><a xlink:href="javascript:window.__xss=1">x</a></math>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:window.__xss=1">',
  '<form action=javascript:window.__xss=1><button>x</button></form>',
  '<style>@import "https://evil.example/x.css"</style>',
  '</title><script>window.__xss=1</script>',
  '</script><script>window.__xss=1</script>',
  '{{constructor.constructor("window.__xss=1")()}}',
  '${window.__xss=1}',
  'javascript:window.__xss=1',
  '\u202e<img src=x onerror=window.__xss=1>\u0000',
];

/** Without NUL, which the product refuses. */
export const XSS_STORABLE: readonly string[] = XSS_TEXTS.map((text) => text.replaceAll('\u0000', ''));

/** Markdown whose links, pictures and HTML would run if the renderer allowed it. */
export const XSS_MARKDOWN: readonly string[] = [
  '[click](javascript:window.__xss=1)',
  '[click](JaVaScRiPt:window.__xss=1)',
  '[click](java\tscript:window.__xss=1)',
  '[click](&#106;avascript:window.__xss=1)',
  '[click](data:text/html,<script>window.__xss=1</script>)',
  '[click](vbscript:msgbox(1))',
  '![x](javascript:window.__xss=1)',
  '![x](x" onerror="window.__xss=1)',
  '<javascript:window.__xss=1>',
  '[x]: javascript:window.__xss=1\n\n[x]',
  '<img src=x onerror=window.__xss=1>',
  '<div onmouseover="window.__xss=1">hover</div>',
  '```html\n<script>window.__xss=1</script>\n```',
  '`<script>window.__xss=1</script>`',
  '| a | <img src=x onerror=window.__xss=1> |\n| - | - |\n| [x](javascript:window.__xss=1) | <script>window.__xss=1</script> |',
  '- [ ] <img src=x onerror=window.__xss=1>\n- [x] [task](javascript:window.__xss=1)',
  '~~[gone](javascript:window.__xss=1) <svg onload=window.__xss=1>~~',
  '```js" onmouseover="window.__xss=1\nconst a = "</code><script>window.__xss=1</script>";\n```',
  '```ts\nconst b = `<img src=x onerror=window.__xss=1>`;\n```',
  '![x](/api/files/0198c0de-0000-7000-8000-000000000001#1x1"onerror="window.__xss=1)',
  'mailto:a@b.example?body=<script>window.__xss=1</script> and https://evil.example/"onmouseover="window.__xss=1',
];
