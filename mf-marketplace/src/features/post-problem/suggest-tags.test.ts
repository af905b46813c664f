import { FILTER_TECHNOLOGIES } from '@solvent/contracts';
import { suggestTags } from './tags-field.tsx';

describe('suggested tags', () => {
  it('are the technologies of the filter, in their order', () => {
    expect(suggestTags('')).toEqual(FILTER_TECHNOLOGIES);
  });

  it('contain the text, those that start with it first', () => {
    expect(suggestTags('Ra')).toEqual(['GraphQL', 'Laravel', 'Ruby on Rails']);
    expect(suggestTags('ru')).toEqual(['Ruby', 'Ruby on Rails']);
    expect(suggestTags('a').slice(0, 2)).toEqual(['AWS', 'Angular']);
  });
});
