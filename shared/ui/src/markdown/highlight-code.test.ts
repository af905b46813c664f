/** @jest-environment node */
import { findLanguage } from './code-languages.ts';
import { highlightCode } from './highlight-code.ts';

declare const process: { cpuUsage: () => { user: number; system: number } };

/** Returns the minimum CPU time (ms) of up to 5 runs; stops early below `targetMs`. */
function measureCpuTime(run: () => void, targetMs: number): number {
  let least = Infinity;
  for (let tried = 0; tried < 5 && least >= targetMs; tried += 1) {
    const before = process.cpuUsage();
    run();
    const after = process.cpuUsage();
    least = Math.min(least, (after.user - before.user + after.system - before.system) / 1000);
  }
  return least;
}

describe('the colored parts of code (product 10.24)', () => {
  const kinds = (code: string, info: string) => {
    const { language } = findLanguage(info);
    const parts = language ? highlightCode(code, language) : undefined;
    return parts?.flatMap(({ text, kind }) => (kind ? [`${kind}: ${text.trim()}`] : []));
  };

  it.each([
    ['js', "let a = 'b' // it's", ['keyword: let', "string: 'b'", "comment: // it's"]],
    ['tsx', "<p>Don't</p>\nreturn 1;", ['name: Don', "string: 't</p>", 'keyword: return', 'name: 1']],
    ['python', 'def f():  # yes', ['keyword: def', 'comment: # yes']],
    ['bash', 'if [ "$a" ]; then', ['keyword: if', 'string: "$a"', 'keyword: then']],
    ['JSON', '{ "a": "b" }', ['name: "a"', 'string: "b"']],
    ['html', '<!-- a --><b class="c">d</b>', ['comment: <!-- a -->', 'keyword: b', 'string: "c"', 'keyword: b']],
    ['css', '/* a */ a { color: red }', ['comment: /* a */']],
    [
      'diff',
      'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@ f()\n one\n-two\n+three\n',
      ['comment: diff --git a/a b/a\n--- a/a\n+++ b/a', 'keyword: @@ -1,2 +1,2 @@ f()', 'deleted: -two', 'inserted: +three'],
    ],
    ['sql', 'SELECT 1 -- one', ['keyword: SELECT', 'name: 1', 'comment: -- one']],
  ])('are distinguished in %s', (info, code, expected) => {
    expect(kinds(code, info)).toEqual(expected);
  });

  it('are absent for more code than a page should color', () => {
    expect(highlightCode('a = 1;\n'.repeat(3000), 'javascript')).toBeUndefined();
    expect(highlightCode('"" a '.repeat(2000), 'javascript')).toBeUndefined();
  });

  const SIGNS = '< <a </ / /* */ // ` ${ " \' \\ \\" { ( # <!-- --> -- """ r#" =begin\n | : é 😀 \r\n'.split(' ');
  const MIXED = ['a ', '\n', ' ', '\uD800', '"\\', '<"', "'a\n", '/*"', '`${`', '"" ', '<!-->', "a'b"];
  const LANGUAGES =
    'c cpp csharp css diff dockerfile go graphql html java js json kotlin php python ruby rust shell sql swift toml ts yaml';

  it.each(LANGUAGES.split(' ').map((info, index) => [info, index] as const))(
    'are the code itself in %s, whatever it is, in at most 100 ms of CPU time',
    (info, index) => {
      const { language } = findLanguage(info);
      if (!language) throw new Error(`${info} is unknown.`);
      for (const [number, sign] of [...SIGNS, ...MIXED].entries()) {
        const few = sign.repeat(50);
        const parts = highlightCode(few, language);
        expect(parts?.map(({ text }) => text).join('')).toBe(few);
        // Each language tests another fifth of the sequences.
        if (number % 5 !== index % 5) continue;
        expect(measureCpuTime(() => highlightCode(sign.repeat(20_000 / sign.length), language), 100)).toBeLessThan(100);
      }
    },
  );
});
