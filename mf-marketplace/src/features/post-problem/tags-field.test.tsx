import { FILTER_TECHNOLOGIES } from '@solvent/contracts';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { normalizeTag, suggestTags, TagsField } from './tags-field.tsx';

const field = () => screen.getByRole('combobox', { name: /^Tags/ });

describe('the tags of a problem (product 2.21, 5.7)', () => {
  it('are separated by commas, added when the field is left, removed by Backspace, and five at most', async () => {
    function Sample() {
      const [values, setValues] = useState<string[]>([]);
      return <TagsField tags={values} onChange={setValues} onLeave={() => undefined} error={undefined} />;
    }
    const { user } = renderScreen(<Sample />);
    const list = () => within(screen.getByRole('list', { name: 'Your tags' })).getAllByRole('listitem');
    const chips = () => list().map((chip) => chip.textContent);
    await user.typeKeys(field(), 'Elm,');
    await user.paste('Zig, AWS');
    await user.keyboard('{Backspace}');
    expect(chips()).toEqual(['Elm', 'Zig']);
    await user.type(field(), 'ru');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Ruby',
      'Ruby on Rails',
      'Add “ru” as a new tag',
    ]);
    await user.clear(field());
    await user.type(field(), 'Go');
    await user.click(screen.getByLabelText('Address'));
    expect(chips()).toEqual(['Elm', 'Zig', 'Go']);
    for (const tag of ['Nim', 'Haskell']) await user.type(field(), `${tag}{Enter}`);
    expect(screen.getByText('You can add up to 5 tags')).toBeVisible();
  });

  it.each([
    ['node', 'Nodejs'],
    ['Node.js', 'Nodejs'],
    ['react', 'React'],
    ['React.js', 'ReactJS'],
    ['postgres', 'PostgreSQL'],
    ['vue', 'Vue.js'],
    ['k8s', 'Kubernetes'],
    ['post', 'post'],
    ['foo', 'foo'],
    ['', ''],
  ])('read %j as %j', (typed, tag) => {
    expect(normalizeTag(typed)).toBe(tag);
  });

  it('are suggested from the technologies that contain the text, those that start with it first', () => {
    expect(suggestTags('')).toEqual(FILTER_TECHNOLOGIES);
    expect(suggestTags('Ra')).toEqual(['GraphQL', 'Laravel', 'Ruby on Rails']);
    expect(suggestTags('k8s')).toEqual(['Kubernetes']);
    expect(suggestTags('vuejs')).toEqual(['Vue.js']);
    expect(suggestTags('a').slice(0, 2)).toEqual(['AWS', 'Angular']);
  });
});
