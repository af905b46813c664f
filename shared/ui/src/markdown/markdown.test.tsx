import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderUi } from '../testing/render-ui.tsx';
import { Toaster } from '../toaster/toaster.tsx';
import { CodeBlock } from './code-block.tsx';
import { Markdown } from './markdown.tsx';

async function show(text: string, headingsFrom?: 2 | 3 | 4) {
  const view = renderUi(<Markdown text={`${text}\n\nThe end.`} headingsFrom={headingsFrom} />);
  await screen.findByText('The end.', { selector: 'p' });
  return view;
}

describe('markdown (product 5.15)', () => {
  it('has headings one level down, lists, emphasis, struck words and code', async () => {
    const { container } = await show('# What happens\n\n- one\n- **two**\n\nIt is ~~gone~~.\n\n```\nlet a = 1;\n```');
    expect(screen.getByText('gone').tagName).toBe('S');
    expect(screen.getByRole('heading', { level: 2, name: 'What happens' })).toBeVisible();
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(container.querySelector('strong')).toHaveTextContent('two');
    expect(container.querySelector('pre')).toHaveAttribute('tabindex', '0');
  });

  it('has headings below those of its section, down to the sixth level', async () => {
    await show('# One\n\n## Two\n\n##### Five', 3);
    const levels = screen.getAllByRole('heading').map((heading) => heading.tagName);
    expect(levels).toEqual(['H3', 'H4', 'H6']);
  });

  it('links to six schemes, in a new tab without a referrer, and keeps only the words of links to others', async () => {
    const allowed = 'http://a.example/x https://a.example irc://a.example ircs://a.example mailto:a@a.example xmpp:a@a.example';
    const refused = 'javascript:alert(1) JaVaScRiPt:alert(1) data:text/html,x vbscript:x ftp://a.example file:///etc/passwd';
    const [some, others] = [allowed.split(' '), refused.split(' ')];
    await show([...some, ...others].map((href) => `[a link](${href})`).join('\n\n'));
    const links = screen.getAllByRole('link', { name: 'a link' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(some);
    for (const link of links) {
      expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      expect(link).toHaveAttribute('target', '_blank');
    }
    expect(screen.getAllByText('a link')).toHaveLength(some.length + others.length);
  });

  it('shows raw HTML as text', async () => {
    const { container } = await show('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> and <b>bold</b>');
    expect(container.querySelector('script, img, b')).toBeNull();
    expect(screen.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible();
    expect(screen.getByText(/<img src=x onerror=alert\(1\)> and <b>bold<\/b>/)).toBeVisible();
  });

  it('makes links of pictures, and words of a picture in a link', async () => {
    const { container } = await show(
      '![the log](https://a.example/log.png)\n\n[![a badge](https://a.example/badge.svg)](https://b.example)\n\n![bad](javascript:x)',
    );
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'the log' })).toHaveAttribute('href', 'https://a.example/log.png');
    expect(screen.getByRole('link', { name: 'a badge' })).toHaveAttribute('href', 'https://b.example');
    expect(screen.getAllByRole('link')).toHaveLength(2);
    expect(screen.getByText('bad')).toBeVisible();
  });

  it('shows pictures of this site with their size, as links to themselves (product 5.19)', async () => {
    const file = '/api/files/0198c0de-0000-7000-8000-000000000001';
    const { container } = await show(
      `![the fault](${file}#640x480) and ![no size](${file}) ![x" onerror="alert(1)](${file}#1x1)`,
    );
    expect(container.querySelector('[onerror]')).toBeNull();
    const picture = screen.getByRole('img', { name: 'the fault' });
    expect(picture).toHaveAttribute('src', file);
    expect(picture).toHaveAttribute('width', '640');
    expect(picture).toHaveAttribute('height', '480');
    expect(screen.getByRole('link', { name: 'the fault' })).toHaveAttribute('href', file);
    fireEvent.error(picture);
    expect(screen.queryByRole('img', { name: 'the fault' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'the fault' })).toBeVisible();
  });

  it('shows pictures of this site by signed links', async () => {
    const link = '/api/files/0198c0de-0000-7000-8000-000000000001?expires=1764381600000&signature=aB3-_x';
    await show(`![the fault](${link}#640x480)`);
    expect(screen.getByRole('img', { name: 'the fault' })).toHaveAttribute('src', link);
    expect(screen.getByRole('link', { name: 'the fault' })).toHaveAttribute('href', link);
  });

  it('requests no picture from another address', async () => {
    const id = '0198c0de-0000-7000-8000-000000000001';
    const addresses = [
      `https://a.example/api/files/${id}`,
      `//a.example/api/files/${id}`,
      '/api/files/../auth/logout',
      `/api/files/${id}/link`,
      `/api/files/${id}?a=b`,
    ];
    const { container } = await show(addresses.map((address) => `![words](${address})`).join('\n\n'));
    expect(container.querySelector('img')).toBeNull();
    const links = screen.getAllByRole('link', { name: 'words' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(addresses);
  });

  it('links to bare addresses', async () => {
    await show('See https://a.example/x?y=1.\n\n(it is at http://a.example/wiki_(x))\n\n**https://b.example**');
    const addresses = ['https://a.example/x?y=1', 'http://a.example/wiki_(x)', 'https://b.example'];
    for (const href of addresses) expect(screen.getByRole('link', { name: href })).toHaveAttribute('href', href);
  });

  it('links to bare mail addresses and hosts, not to what only looks like one, nor in code or in a link', async () => {
    await show(
      'mailto:mara@a.example or mara@a.example, www.a.example/b. `https://a.example` [www.b.example](https://c.example) ' +
        'git@github.com:a/b.git, README.md, //a.example/b, ftp://www.a.example, javascript:alert(1), https://, mara@a, ' +
        'lodash@4.17.21, react@18.2.0. root@10.0.0.1',
    );
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['mailto:mara@a.example', 'mailto:mara@a.example', 'http://www.a.example/b', 'https://c.example']);
  });

  it('has footnotes, which lead there and back without another address', async () => {
    const { user } = await show('One[^1], two[^b] and one again[^1].\n\n[^1]: The **first**.\n[^b]: The second.\n[^c]: Unused.');
    const before = window.location.href;
    const notes = within(screen.getByRole('group', { name: 'Footnotes' })).getAllByRole('listitem');
    expect(notes.map(({ textContent }) => textContent)).toEqual(['The first. ↩\uFE0E ↩\uFE0E', 'The second. ↩\uFE0E']);
    expect(screen.getByText('first').tagName).toBe('STRONG');
    const [first, second, again] = screen.getAllByRole('link', { name: /^Footnote/ });
    expect([first, second, again].map((link) => link?.textContent)).toEqual(['1', '2', '1']);
    const back = screen.getAllByRole('link', { name: /^Back/ });
    expect(back.map(({ ariaLabel }) => ariaLabel)).toEqual(['1', '1-2', '2'].map((name) => `Back to reference ${name}`));
    if (!second) throw new Error('It has no footnote.');
    await user.click(second);
    expect(notes[1]).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Back to reference 2' }));
    expect(second).toHaveFocus();
    expect(window.location.href).toBe(before);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps what is no reference to a footnote as text', async () => {
    await show('It matches [^a-z], [^] and [^b](https://a.example).\n\n[^b]: Defined.');
    expect(screen.getByText(/^It matches \[\^a-z\], \[\^\] and/)).toBeVisible();
    expect(screen.getByRole('link', { name: '^b' })).toHaveAttribute('href', 'https://a.example');
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('has alerts with their kind, of quotes that begin with one', async () => {
    await show('> [!WARNING]\n> Mind the *gap*.\n\n> [!note]\n>\n> Alone above.\n\n> [!TIP] words\n\n> [!TIP]\n\n> [!HINT]\n> b');
    const alerts = screen.getAllByRole('note');
    expect(alerts.map(({ textContent }) => textContent)).toEqual(['WarningMind the gap.', 'NoteAlone above.']);
    for (const text of ['[!TIP] words', '[!TIP]', /^\[!HINT\]/])
      expect(screen.getByText(text).closest('blockquote')).toBeVisible();
  });

  it('has tables with aligned columns, which the keyboard reaches (product 10.24)', async () => {
    await show('| Name | Days |\n| :-- | --: |\n| **Mara** | 3 |\n| a \\| b | `c` |');
    const frame = screen.getByRole('group', { name: 'Table' });
    expect(frame).toHaveAttribute('tabindex', '0');
    const table = within(frame).getByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['NameDays', 'Mara3', 'a | bc']);
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
    expect(within(table).getByRole('cell', { name: '3' })).toHaveAttribute('data-align', 'right');
    expect(within(table).getByText('Mara').tagName).toBe('STRONG');
  });

  it('has tasks: disabled checkboxes named by their words', async () => {
    await show('- [ ] Write *tests*\n- [x] Mend it\n- no task\n\n1. [X] Number one\n\n[ ] no item');
    const boxes = screen.getAllByRole('checkbox');
    expect(boxes).toHaveLength(3);
    expect(screen.getByRole('checkbox', { name: 'Write tests' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Mend it' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Number one' })).toBeChecked();
    for (const box of boxes) expect(box).toBeDisabled();
    expect(screen.getByText('no task')).toBeVisible();
    expect(screen.getByText('[ ] no item')).toBeVisible();
  });

  it('makes no link within a link', async () => {
    await show('[see <https://a.example>](https://b.example)');
    for (const link of screen.getAllByRole('link')) expect(link.closest('a a')).toBeNull();
  });
});

it('each paragraph, heading and list has the direction of its first letter; code runs from left to right (product 10.27)', async () => {
  const hebrew = 'שלום עולם';
  const { container } = await show(`${hebrew}\n\nEnglish\n\n# ${hebrew}!\n\n- ${hebrew}?\n\n\`\`\`\n${hebrew}.\n\`\`\``);
  for (const element of [
    screen.getByText('English'),
    screen.getByText(hebrew),
    screen.getByRole('heading'),
    screen.getByRole('list'),
  ])
    expect(element).toHaveAttribute('dir', 'auto');
  expect(container.querySelector('pre')).toHaveAttribute('dir', 'ltr');
});

const part = 'A part.';

describe('markdown that is too much for a page (product 5.15, decision 0029)', () => {
  it.each([
    ['quotes without end', `${'>'.repeat(6000)} quoted`],
    ['lists without end', Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level)}- item`).join('\n')],
    ['lists on one line', `${'- '.repeat(3000)}item`],
    ['marks without end', `${'*'.repeat(3000)}marked${'*'.repeat(3000)}`],
    ['pictures in pictures', `${'!['.repeat(9000)}picture${'](b)'.repeat(9000)}`],
    ['ten thousand paragraphs', Array.from({ length: 10_000 }, () => part).join('\n\n')],
    ['a table of many cells', `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(300)}`],
    ['many blocks of code', '```ts\n```\n'.repeat(1000)],
    ['many references to one footnote', `${'[^a]'.repeat(5000)}\n\n[^a]: b`],
    ['many links to one long address', `${'[a]'.repeat(1000)}\n\n[a]: https://a.example/${'b'.repeat(5000)}`],
  ])('is shown as it was written: %s', async (_what, text) => {
    const { container } = renderUi(<Markdown text={text} />);
    await waitFor(() => expect(container.textContent).toBe(text));
  });

  it.each([
    ['ten quotes and lists', `${'> - '.repeat(10)}deep`, 'deep'],
    ['a line of stars above and below', `/${'*'.repeat(78)}\nA comment\n${'*'.repeat(78)}/`, /A comment/],
  ])('does not begin with %s', async (_what, text, shown) => {
    const { container } = await show(text);
    expect(screen.getByText(shown)).toBeVisible();
    expect(container).not.toHaveTextContent('> -');
  });
});

const showCode = (code: string, info: string) =>
  renderUi(
    <>
      <CodeBlock code={code} info={info} />
      <Toaster theme="light" />
    </>,
  );
const block = (name: string) => screen.getByRole('group', { name });

describe('a block of code (product 10.24)', () => {
  it('shows its language, and colors it without changing it', async () => {
    const code = 'const wait = 500; // ms\n';
    showCode(code, 'ts title="a.ts"');
    expect(screen.getByText('TypeScript')).toBeVisible();
    const shown = block('Code, TypeScript');
    expect(shown).toHaveAttribute('tabindex', '0');
    expect(shown.textContent).toBe(code);
    await waitFor(() => expect(within(shown).getByText('const')).toHaveAttribute('data-kind', 'keyword'));
    expect(within(shown).getByText('// ms')).toHaveAttribute('data-kind', 'comment');
    expect(shown.textContent).toBe(code);
  });

  it('stays as it is in an unknown language, or without one', () => {
    showCode('a = 1', 'prolog');
    showCode('b = 2', '');
    expect(screen.getByText('prolog')).toBeVisible();
    expect(block('Code, prolog')).toHaveTextContent('a = 1');
    expect(block('Code')).toHaveTextContent('b = 2');
  });

  it('is copied by keyboard, and confirms it', async () => {
    const { user } = showCode('npm install\n', 'sh');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Copy code' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('npm install');
  });

  it('explains when the browser refuses to copy', async () => {
    const { user } = showCode('npm install\n', 'sh');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('It could not be copied. Select the text and copy it.')).toBeVisible();
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });
});
