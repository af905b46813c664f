import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../toaster/toaster.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { CodeBlock } from './code-block.tsx';
import { languageOf } from './code-languages.ts';
import { codeParts } from './highlight-code.ts';

/** The part of Node's `process` that is used: tests of the browser know nothing of it else. */
declare const process: { cpuUsage: () => { user: number; system: number } };

const show = (code: string, info: string) =>
  render(
    <>
      <CodeBlock code={code} info={info} />
      <Toaster theme="light" />
    </>,
    { wrapper: UiProvider },
  );
const block = (name: string) => screen.getByRole('group', { name });

describe('a block of code (product 10.24)', () => {
  it('says which language it is in, and colours it without changing it', async () => {
    const code = 'const wait = 500; // ms\n';
    show(code, 'ts title="a.ts"');
    expect(screen.getByText('TypeScript')).toBeVisible();
    const shown = block('Code, TypeScript');
    expect(shown).toHaveAttribute('tabindex', '0');
    expect(shown.textContent).toBe(code);
    await waitFor(() => expect(within(shown).getByText('const')).toHaveAttribute('data-kind', 'keyword'));
    expect(within(shown).getByText('// ms')).toHaveAttribute('data-kind', 'comment');
    expect(shown.textContent).toBe(code);
  });

  it('stays as it is in a language that nobody knows, or in none', () => {
    show('a = 1', 'prolog');
    show('b = 2', '');
    expect(screen.getByText('prolog')).toBeVisible();
    expect(block('Code, prolog')).toHaveTextContent('a = 1');
    expect(block('Code')).toHaveTextContent('b = 2');
  });

  it('is copied by the keyboard, which it says', async () => {
    const user = userEvent.setup();
    show('npm install\n', 'sh');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Copy code' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('npm install');
  });

  it('says where the browser does not let it be copied', async () => {
    const user = userEvent.setup();
    show('npm install\n', 'sh');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('It could not be copied. Select the text and copy it.')).toBeVisible();
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });
});

describe('the parts of code', () => {
  const kinds = (code: string, info: string) => {
    const { language } = languageOf(info);
    const parts = language ? codeParts(code, language) : undefined;
    return parts?.flatMap(({ text, kind }) => (kind ? [[kind, text.trim()]] : []));
  };

  it.each([
    [
      'js',
      "let a = 'b' // it's",
      [
        ['keyword', 'let'],
        ['string', "'b'"],
        ['comment', "// it's"],
      ],
    ],
    [
      'tsx',
      "<p>Don't</p>\nreturn 1;",
      [
        ['name', 'Don'],
        ['string', "'t</p>"],
        ['keyword', 'return'],
        ['name', '1'],
      ],
    ],
    [
      'python',
      'def f():  # yes',
      [
        ['keyword', 'def'],
        ['comment', '# yes'],
      ],
    ],
    [
      'bash',
      'if [ "$a" ]; then',
      [
        ['keyword', 'if'],
        ['string', '"$a"'],
        ['keyword', 'then'],
      ],
    ],
    [
      'JSON',
      '{ "a": "b" }',
      [
        ['name', '"a"'],
        ['string', '"b"'],
      ],
    ],
    [
      'html',
      '<!-- a --><b class="c">d</b>',
      [
        ['comment', '<!-- a -->'],
        ['keyword', 'b'],
        ['string', '"c"'],
        ['keyword', 'b'],
      ],
    ],
    ['css', '/* a */ a { color: red }', [['comment', '/* a */']]],
    [
      'sql',
      'SELECT 1 -- one',
      [
        ['keyword', 'SELECT'],
        ['name', '1'],
        ['comment', '-- one'],
      ],
    ],
  ])('are told apart in %s', (info, code, expected) => {
    expect(kinds(code, info)).toEqual(expected);
  });

  it('are none of more than a page should colour', () => {
    expect(codeParts('a = 1;\n'.repeat(3000), 'javascript')).toBeUndefined();
    expect(codeParts('"" a '.repeat(2000), 'javascript')).toBeUndefined();
  });

  const SIGNS = '< <a </ / /* */ // ` ${ " \' \\ \\" { ( # <!-- --> -- """ r#" =begin\n | : é 😀 \r\n'.split(' ');
  const MIXED = ['a ', '\n', ' ', '\uD800', '"\\', '<"', "'a\n", '/*"', '`${`', '"" ', '<!-->', "a'b"];
  const LANGUAGES =
    'c cpp csharp css dockerfile go graphql html java js json kotlin php python ruby rust shell sql swift toml ts yaml';
  /** How long (ms) it takes: of the clock's time and the process's the smaller, since other work slows either; the best of some tries. */
  const best = (run: () => void) => {
    let least = Infinity;
    for (let tried = 0; tried < 5 && least > 100; tried += 1) {
      const [started, before] = [performance.now(), process.cpuUsage()];
      run();
      const after = process.cpuUsage();
      least = Math.min(least, performance.now() - started, (after.user - before.user + after.system - before.system) / 1000);
    }
    return least;
  };

  it.each(LANGUAGES.split(' '))('are found within 100 ms in %s, and are the code, whatever it is', (info) => {
    const { language } = languageOf(info);
    if (!language) throw new Error(`${info} is not known`);
    for (const sign of [...SIGNS, ...MIXED]) {
      expect(best(() => codeParts(sign.repeat(20_000 / sign.length), language))).toBeLessThan(100);
      const few = sign.repeat(50);
      expect(
        codeParts(few, language)
          ?.map(({ text }) => text)
          .join(''),
      ).toBe(few);
    }
  });
});
