import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { renderUi } from '../../testing/render-ui.tsx';
import { ChipsField } from './chips-field.tsx';

const FRUIT = ['Apple', 'Apricot', 'Banana', 'Cherry', 'Grape', 'Pineapple'];

type Options = Partial<ComponentProps<typeof ChipsField>>;

function Sample({ initial, options }: { initial: readonly string[]; options: Options }) {
  const [enters, setEnters] = useState(0);
  const [fruit, setFruit] = useState(initial);
  const [left, setLeft] = useState(false);
  const formProps = {
    onSubmit: () => setFruit(['the form was sent']),
    onKeyDown: ({ key }: KeyboardEvent) => setEnters((count) => count + Number(key === 'Enter')),
  };
  return (
    <form {...formProps}>
      <p>Enter: {enters}</p>
      <ChipsField
        label="Fruit"
        values={fruit}
        onChange={setFruit}
        onLeave={() => setLeft(true)}
        error={left ? 'was left' : undefined}
        suggest={(text) => FRUIT.filter((name) => name.toLowerCase().includes(text.toLowerCase()))}
        max={3}
        chipsLabel="Your fruit"
        suggestionsLabel="Suggested fruit"
        placeholder="Apple…"
        help="What you like"
        fullHelp="Three are enough"
        {...options}
      />
      <h2>Elsewhere</h2>
      <button type="submit">Send</button>
    </form>
  );
}

const open = (initial: readonly string[] = [], options: Options = {}) =>
  renderUi(<Sample initial={initial} options={options} />).user;

const field = () => screen.getByRole('combobox', { name: /^Fruit/ });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chips = () => {
  const list = screen.queryByRole('list', { name: 'Your fruit' });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map((chip) => chip.textContent)
    : [];
};

describe('chips', () => {
  it('are added with Enter or the button, trimmed and once each; they are counted, and can be removed (product 5.3)', async () => {
    const user = open([], { addLabel: 'Add fruit', counted: 'kind(s)' });
    expect(field()).toHaveAccessibleDescription('What you like');
    await user.type(field(), '  Fig {Enter}{Enter}');
    expect(chips()).toEqual(['Fig']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    await user.type(field(), 'Banana');
    await user.click(screen.getByRole('button', { name: 'Add fruit' }));
    expect(chips()).toEqual(['Fig', 'Banana']);
    expect(field()).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent(/^2 kind\(s\)$/);
    await user.type(field(), 'fig{Enter}');
    expect(chips()).toEqual(['Fig', 'Banana']);
    expect(screen.getByRole('status')).toHaveTextContent(/^2 kind\(s\) · fig is already in your list$/);

    await user.clear(field());
    await user.click(screen.getByRole('button', { name: 'Remove Banana' }));
    expect(chips()).toEqual(['Fig']);
    expect(field()).toHaveFocus();
    await user.type(field(), 'ban');
    expect(names()).toEqual(['Banana']);
  });

  it('are no more than the list may hold, and the hint explains it', async () => {
    const user = open(['Fig', 'Kiwi', 'Lime']);
    await user.type(field(), 'Apple{Enter}');
    expect(chips()).toEqual(['Fig', 'Kiwi', 'Lime']);
    expect(names()).toEqual([]);
    expect(field()).toHaveAccessibleDescription('Three are enough');
  });

  it('are not added by Enter of an input method that is composing; without a separator a comma is part of them', async () => {
    const user = open();
    fireEvent.change(field(), { target: { value: 'りんご' } });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    // Safari ends a composition this way.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(chips()).toEqual([]);
    await user.clear(field());
    await user.type(field(), 'Figs, dried{Enter}');
    expect(chips()).toEqual(['Figs, dried']);
  });

  it('are added at a separator, several at once when pasted; Backspace in the empty field removes the last', async () => {
    const user = open([], { separator: ',', backspaceRemoves: true });
    await user.typeKeys(field(), ',Fig,');
    expect(chips()).toEqual(['Fig']);
    await user.paste('Kiwi, Lime');
    expect(chips()).toEqual(['Fig', 'Kiwi', 'Lime']);
    expect(field()).toHaveValue('');
    await user.type(field(), 'a{Backspace}{Backspace}');
    expect(chips()).toEqual(['Fig', 'Kiwi']);
  });

  it('stay at Backspace where it does not remove them', async () => {
    const user = open(['Fig', 'Kiwi'], { backspaceRemoves: false });
    await user.type(field(), 'a{Backspace}{Backspace}');
    expect(chips()).toEqual(['Fig', 'Kiwi']);
  });
});

describe('text that was not added yet', () => {
  const leave = (user: ReturnType<typeof open>) => user.click(screen.getByRole('heading', { name: 'Elsewhere' }));

  it('is added on blur, and by Ctrl+Enter before the form receives the next one', async () => {
    const user = open([], { addsOnLeave: true });
    await user.type(field(), 'Fig');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(chips()).toEqual(['Fig']);
    expect(screen.getByText('Enter: 0')).toBeVisible();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByText('Enter: 1')).toBeVisible();
    await user.type(field(), 'Kiwi');
    await leave(user);
    expect(chips()).toEqual(['Fig', 'Kiwi']);
    expect(screen.getByText('was left')).toBeVisible();
  });

  it('stays text where blur does not add it', async () => {
    const user = open([], { addsOnLeave: false });
    await user.type(field(), 'Fig');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByText('Enter: 1')).toBeVisible();
    await leave(user);
    expect(chips()).toEqual([]);
    expect(screen.getByText('was left')).toBeVisible();
  });

  it('are added when the click that leaves the field ends, so that the page does not move under it', async () => {
    const user = open([], { addsOnLeave: true });
    await user.type(field(), 'Fig');
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('heading', { name: 'Elsewhere' }) });
    expect(chips()).toEqual([]);
    expect(screen.queryByText('was left')).toBeNull();
    await user.pointer('[/MouseLeft]');
    expect(chips()).toEqual(['Fig']);
  });
});

describe('suggestions (product 5.3, 9.6, 10.21)', () => {
  it('are five at most, without the chosen ones, and are added with a click', async () => {
    const user = open(['Banana']);
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'a');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('listbox', { name: 'Suggested fruit' })).toBeVisible();
    expect(names()).toEqual(['Apple', 'Apricot', 'Grape', 'Pineapple']);
    await user.clear(field());
    await user.keyboard('{ArrowDown}');
    expect(names()).toHaveLength(5);
    await user.click(screen.getByRole('option', { name: 'Cherry' }));
    expect(chips()).toEqual(['Banana', 'Cherry']);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveFocus();
  });

  it('are reached with the arrows, around the ends, and added with Enter', async () => {
    const user = open();
    await user.type(field(), 'ap{ArrowDown}');
    const [first] = screen.getAllByRole('option');
    expect(field()).toHaveAttribute('aria-activedescendant', first?.id);
    expect(first).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Pineapple');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(chips()).toEqual(['Apricot']);
  });

  it('close on blur, and with Escape, which a dialog around the field does not receive', async () => {
    const user = open();
    await user.type(field(), 'app{ArrowDown}');
    const keys: string[] = [];
    const listening = new AbortController();
    document.addEventListener('keydown', ({ key }) => keys.push(key), { capture: true, signal: listening.signal });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('app');
    expect(keys).toEqual([]);
    await user.keyboard('{Escape}');
    expect(keys).toEqual(['Escape']);
    listening.abort();

    await user.type(field(), 'l');
    expect(screen.getByRole('listbox')).toBeVisible();
    await user.click(screen.getByRole('heading', { name: 'Elsewhere' }));
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
