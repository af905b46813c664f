import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { TagsField } from './tags-field.tsx';

function Sample({ initial }: { initial: string[] }) {
  const [tags, setTags] = useState(initial);
  const [left, setLeft] = useState(false);
  return (
    <form aria-label="Sample" onSubmit={() => setTags(['the form was sent'])}>
      <TagsField tags={tags} onChange={setTags} onLeave={() => setLeft(true)} error={left ? 'was left' : undefined} />
      <button type="submit">Send</button>
    </form>
  );
}

const open = (initial: string[] = []) => renderScreen(<Sample initial={initial} />);
const field = () => screen.getByRole('combobox', { name: /^Tags/ });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chips = () =>
  within(screen.getByRole('list', { name: 'Your tags' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

describe('the tags of a problem', () => {
  it('are added with Enter, which does not send the form', async () => {
    const { user } = open();
    await user.type(field(), ' Haskell {Enter}{Enter}');
    expect(chips()).toEqual(['Haskell']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  it('are added with a comma, and several at once when pasted', async () => {
    const { user } = open();
    await user.type(field(), 'Haskell,');
    expect(chips()).toEqual(['Haskell']);
    await user.paste('Elm, Zig');
    expect(chips()).toEqual(['Haskell', 'Elm', 'Zig']);
    expect(field()).toHaveValue('');
  });

  it('are added when the person goes on to another field', async () => {
    const { user } = open();
    await user.type(field(), 'Haskell');
    await user.click(screen.getByLabelText('Address'));
    expect(chips()).toEqual(['Haskell']);
    expect(screen.getByText('was left')).toBeVisible();
  });

  it('are suggested: arrows walk the options, Enter takes one', async () => {
    const { user } = open();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'ru');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(options()).toEqual(['Ruby', 'Ruby on Rails']);
    await user.keyboard('{ArrowUp}');
    expect(field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: 'Ruby on Rails' }).id);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Ruby on Rails');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chips()).toEqual(['Ruby']);
  });

  it('can be removed, the last one with Backspace too', async () => {
    const { user } = open(['AWS', 'Docker', 'Go']);
    await user.click(screen.getByRole('button', { name: 'Remove AWS' }));
    expect(chips()).toEqual(['Docker', 'Go']);
    expect(field()).toHaveFocus();
    await user.keyboard('{Backspace}');
    expect(chips()).toEqual(['Docker']);
  });

  it('stand once each, and it says so', async () => {
    const { user } = open(['React']);
    await user.type(field(), 'react{Enter}');
    expect(chips()).toEqual(['React']);
    expect(screen.getByText('react is in your list already')).toBeVisible();
  });

  it('are five at most, and it says so', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'];
    const { user } = open(five);
    expect(screen.getByText('You can add up to 5 tags')).toBeVisible();
    await user.type(field(), 'React{Enter}');
    expect(chips()).toEqual(five);
    expect(options()).toEqual([]);
  });
});
