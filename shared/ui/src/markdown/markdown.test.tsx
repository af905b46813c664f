import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { UiProvider } from '../ui-provider.tsx';
import { Markdown } from './markdown.tsx';

/** Shows markdown, once what reads it has come. */
async function show(text: string, headingsFrom?: 2 | 3 | 4) {
  const view = render(<Markdown text={`${text}\n\nThe end.`} headingsFrom={headingsFrom} />, { wrapper: UiProvider });
  await screen.findByText('The end.', { selector: 'p' });
  return view;
}

describe('markdown (product 5.15)', () => {
  it('has headings one level down, lists, emphasis and code', async () => {
    const { container } = await show('# What happens\n\n- one\n- **two**\n\n```\nlet a = 1;\n```');
    expect(screen.getByRole('heading', { level: 2, name: 'What happens' })).toBeVisible();
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(container.querySelector('strong')).toHaveTextContent('two');
    expect(container.querySelector('pre')).toHaveAttribute('tabindex', '0');
  });

  it('has headings below those of the section that it stands in, down to the sixth level', async () => {
    await show('# One\n\n## Two\n\n##### Five', 3);
    const levels = screen.getAllByRole('heading').map((heading) => heading.tagName);
    expect(levels).toEqual(['H3', 'H4', 'H6']);
  });

  it.each([
    'http://a.example/x',
    'https://a.example',
    'irc://a.example',
    'ircs://a.example',
    'mailto:a@a.example',
    'xmpp:a@a.example',
  ])('links to %s, in a tab that knows nothing of this one', async (href) => {
    await show(`[a link](${href})`);
    const link = screen.getByRole('link', { name: 'a link' });
    expect(link).toHaveAttribute('href', href);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://a.example',
    'file:///etc/passwd',
  ])('leaves the words alone of a link to %s', async (href) => {
    await show(`[a link](${href})`);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText('a link')).toBeVisible();
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

  it('shows pictures that lie on this site, which lead to themselves, and keeps their place', async () => {
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

  it.each([
    'https://a.example/api/files/0198c0de-0000-7000-8000-000000000001',
    '//a.example/api/files/0198c0de-0000-7000-8000-000000000001',
    '/api/files/../auth/logout',
    '/api/files/0198c0de-0000-7000-8000-000000000001/link',
    '/api/files/0198c0de-0000-7000-8000-000000000001?a=b',
  ])('asks nobody for a picture of %s', async (address) => {
    const { container } = await show(`![words](${address})`);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'words' })).toHaveAttribute('href', address);
  });

  it.each([
    ['See https://a.example/x?y=1.', 'https://a.example/x?y=1'],
    ['(it is at http://a.example/wiki_(x))', 'http://a.example/wiki_(x)'],
    ['**https://a.example**', 'https://a.example'],
  ])('links to what is written bare: %s', async (text, href) => {
    await show(text);
    expect(screen.getByRole('link', { name: href })).toHaveAttribute('href', href);
  });

  it('links to a bare address of mail, and to nothing that only looks like an address', async () => {
    await show('mailto:mara@a.example or mara@a.example, git@github.com:a/b.git, www.a.example, README.md and //a.example/b');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['mailto:mara@a.example']);
  });

  it('has tables, aligned as their columns are, which the keyboard reaches', async () => {
    await show('| Name | Days |\n| :-- | --: |\n| **Mara** | 3 |\n| a \\| b | `c` |');
    const frame = screen.getByRole('group', { name: 'Table' });
    expect(frame).toHaveAttribute('tabindex', '0');
    const table = within(frame).getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Name', 'Days']);
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Mara', '3', 'a | b', 'c']);
    expect(within(table).getByRole('cell', { name: '3' })).toHaveAttribute('data-align', 'right');
    expect(within(table).getByText('Mara').tagName).toBe('STRONG');
  });

  it('has tasks: boxes that their words name, and that nobody changes', async () => {
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

  it('strikes through', async () => {
    await show('It is ~~gone~~ there.');
    expect(screen.getByText('gone').tagName).toBe('S');
  });

  it('makes no link in a link of an address that stands in one', async () => {
    await show('[see <https://a.example>](https://b.example)');
    for (const link of screen.getAllByRole('link')) expect(link.closest('a a')).toBeNull();
  });

  it('leaves addresses in code, in links and of other schemes as they are', async () => {
    await show('`https://a.example` javascript:alert(1) ftp://a.example [https://b.example](https://c.example) https://');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://c.example']);
  });
});

const part = 'A part.';

describe('markdown that is more than a page can bear', () => {
  it.each([
    ['quotes without end', `${'>'.repeat(6000)} quoted`],
    ['lists without end', Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level)}- item`).join('\n')],
    ['lists on one line', `${'- '.repeat(3000)}item`],
    ['marks without end', `${'*'.repeat(3000)}marked${'*'.repeat(3000)}`],
    ['pictures in pictures', `${'!['.repeat(9000)}picture${'](b)'.repeat(9000)}`],
    ['ten thousand paragraphs', Array.from({ length: 10_000 }, () => part).join('\n\n')],
    ['a table of many cells', `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(300)}`],
    ['many blocks of code', '```ts\n```\n'.repeat(1000)],
    ['many links to one long address', `${'[a]'.repeat(1000)}\n\n[a]: https://a.example/${'b'.repeat(5000)}`],
  ])('is shown as it was written: %s', async (_what, text) => {
    const { container } = render(<Markdown text={text} />, { wrapper: UiProvider });
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
