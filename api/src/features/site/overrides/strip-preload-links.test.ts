import { stripPreloadLinks } from './overrides.ts';

const hint = (path: string) => `<link rel="preload" as="script" crossorigin nonce="n" href="${path}" integrity="sha256-x">\n`;
const SHELL = hint('/shell/files/main.1a1a1a1a1a.js');
const TOOLBOX =
  hint('/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js') + hint('/remotes/toolbox/1.0.0-bb/catalogue.2b2b2b2b.js');
const PAGE = `<head>\n${SHELL}${TOOLBOX}<link rel="stylesheet" href="/remotes/toolbox/files/x.2b2b2b2b2b.css">\n</head>`;

const allowed = (remote: string) => ({ remote, target: 'http://localhost:3003', refused: null });

it('leaves out the hints for the live files of a remote that another build runs in place of, and nothing else', () => {
  expect(stripPreloadLinks(PAGE, [allowed('auth'), allowed('toolbox')])).toBe(PAGE.replace(TOOLBOX, ''));
});

it.each([
  ['nothing is asked for', []],
  [
    'the override is refused, so that the live version runs',
    [{ ...allowed('toolbox'), refused: 'This channel allows no origin.' }],
  ],
  ['another remote is overridden', [allowed('tool')]],
])('leaves the page as it is where %s', (_what, decisions) => {
  expect(stripPreloadLinks(PAGE, decisions)).toBe(PAGE);
});
