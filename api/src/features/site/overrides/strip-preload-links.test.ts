import { stripPreloadLinks } from './overrides.ts';

const buildLink = (path: string) =>
  `<link rel="preload" as="script" crossorigin nonce="n" href="${path}" integrity="sha256-x">\n`;
const SHELL = buildLink('/shell/files/main.1a1a1a1a1a.js');
const TOOLBOX =
  buildLink('/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js') + buildLink('/remotes/toolbox/1.0.0-bb/catalogue.2b2b2b2b.js');
const PAGE = `<head>\n${SHELL}${TOOLBOX}<link rel="stylesheet" href="/remotes/toolbox/files/x.2b2b2b2b2b.css">\n</head>`;

const allow = (remote: string) => ({ remote, target: 'http://localhost:3003', refused: null });

it('removes the preload links of overridden remotes only', () => {
  expect(stripPreloadLinks(PAGE, [allow('auth'), allow('toolbox')])).toBe(PAGE.replace(TOOLBOX, ''));
});

it.each([
  ['there is no override', []],
  [
    'the override is refused, so that the live version runs',
    [{ ...allow('toolbox'), refused: 'This channel allows no origin.' }],
  ],
  ['another remote is overridden', [allow('tool')]],
])('does not change the page if %s', (_what, decisions) => {
  expect(stripPreloadLinks(PAGE, decisions)).toBe(PAGE);
});
