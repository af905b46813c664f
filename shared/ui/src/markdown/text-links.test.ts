/** @jest-environment node */
import { parseMarkdown } from './parse-markdown.ts';
import { createPathResolver, findHeadings } from './text-links.ts';

const getSlugs = (text: string) => [...findHeadings(parseMarkdown(text)).values()];

describe('names of headings (product 5.15)', () => {
  it.each([
    ['# Getting started', ['getting-started']],
    ['# `retry()` & *options*!', ['retry--options']],
    ['# Über uns\n\n# 東京', ['über-uns', '東京']],
    ['# A\n\n# A\n\n# A', ['a', 'a-1', 'a-2']],
    ['# A\n\n# A 1\n\n# A', ['a', 'a-1', 'a-2']],
    ['# __proto__\n\n# constructor\n\n# location', ['proto', 'constructor', 'location']],
    ['#', ['']],
  ])('are those of GitHub: %j', (text, slugs) => {
    expect(getSlugs(text)).toEqual(slugs);
  });

  it('are unique for thousands of equal headings', () => {
    expect(new Set(getSlugs('# A\n'.repeat(2000))).size).toBe(2000);
  });
});

describe('a relative link (product 5.15)', () => {
  it.each([
    ['https://github.com/ada/retry', 'docs/options.md', 'https://github.com/ada/retry/blob/HEAD/docs/options.md'],
    ['https://github.com/ada/retry.git', './LICENSE', 'https://github.com/ada/retry/blob/HEAD/LICENSE'],
    ['https://github.com/ada/mono/tree/main/packages/retry/', '../../a.md#b', 'https://github.com/ada/mono/blob/main/a.md#b'],
    ['https://github.com/a/b/tree/main', 'x.md', 'https://github.com/a/b/blob/main/x.md'],
    ['https://github.com/a/b/tree', 'x.md', 'https://github.com/a/b/blob/HEAD/x.md'],
    ['https://github.com/a/b/blob/main/README.md', 'docs/o.md', 'https://github.com/a/b/blob/main/docs/o.md'],
    ['https://github.com/a/b/blob/main/docs/a.md', '../x.md', 'https://github.com/a/b/blob/main/x.md'],
    ['https://github.com/a/b/releases/tag/v1', 'x.md', 'https://github.com/a/b/blob/HEAD/x.md'],
    ['https://gitlab.com/a/b/-/issues/12', 'x.md', 'https://gitlab.com/a/b/-/blob/HEAD/x.md'],
    ['https://gitlab.com/a/b/-/blob/main/README.md', 'x.md', 'https://gitlab.com/a/b/-/blob/main/x.md'],
    ['https://gitlab.com/a/b/c', 'x.md', 'https://gitlab.com/a/b/c/-/blob/HEAD/x.md'],
    ['https://gitlab.example/a/b/-/tree/main/c', 'x.md', 'https://gitlab.example/a/b/-/blob/main/c/x.md'],
    ['https://git.example/a/b', 'x.md', 'https://git.example/a/b'],
    ['https://github.com/ada/retry', '../../../evil/x', undefined],
    ['https://github.com/', 'x.md', 'https://github.com/'],
    ['javascript:alert(1)', 'x.md', undefined],
    ['not a url', 'x.md', undefined],
    ['', 'x.md', undefined],
    [null, 'x.md', undefined],
  ])('in %s: %s', (repository, path, href) => {
    expect(createPathResolver(repository)(path)).toBe(href);
  });
});
