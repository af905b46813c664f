import { FILTER_TECHNOLOGIES } from '@solvent/contracts';
import { suggestTags, withTags } from './tag-list.ts';

describe('adding tags', () => {
  it.each<[typed: string, tags: string[]]>([
    ['  Rust ', ['React', 'Rust']],
    ['Rust, Go,,', ['React', 'Rust', 'Go']],
    ['react', ['React']],
    [' , ', ['React']],
    ['a,b,c,d', ['React', 'a', 'b']],
  ])('"%s" gives %j', (typed, tags) => {
    expect(withTags(['React'], typed, 3)).toEqual(tags);
  });

  it('gives the same list when nothing was added', () => {
    const tags = ['React'];
    expect(withTags(tags, 'REACT', 5)).toBe(tags);
  });
});

describe('suggested tags', () => {
  it('are five technologies of the filter at most', () => {
    expect(suggestTags('', [])).toEqual(FILTER_TECHNOLOGIES.slice(0, 5));
  });

  it('contain the text, those that start with it first, without the chosen ones', () => {
    expect(suggestTags('Ra', [])).toEqual(['GraphQL', 'Laravel', 'Ruby on Rails']);
    expect(suggestTags('ru', [])).toEqual(['Ruby', 'Ruby on Rails']);
    expect(suggestTags('a', []).slice(0, 2)).toEqual(['AWS', 'Angular']);
    expect(suggestTags('ru', ['ruby'])).toEqual(['Ruby on Rails']);
  });
});
