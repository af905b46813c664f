import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { UiProvider } from '../../ui-provider.tsx';
import { ChipsField } from './chips-field.tsx';

const FRUIT = ['Apple', 'Apricot', 'Banana', 'Cherry', 'Grape', 'Pineapple'];

type Options = Partial<ComponentProps<typeof ChipsField>>;

function Sample({ initial, options }: { initial: readonly string[]; options: Options }) {
  const [enters, setEnters] = useState(0);
  const [fruit, setFruit] = useState(initial);
  const [left, setLeft] = useState(false);
  const formProps = {
    onSubmit: () => setFruit(['the form was sent']),
    onKeyDown: ({ key }: KeyboardEvent) => setEnters((heard) => heard + Number(key === 'Enter')),
  };
  return (
    <form {...formProps}>
      <p>The form heard Enter {enters} times</p>
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

function open(initial: readonly string[] = [], options: Options = {}) {
  render(
    <UiProvider>
      <Sample initial={initial} options={options} />
    </UiProvider>,
  );
  return userEvent.setup();
}

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

/** The keys that the document hears, as a dialog around the field would. */
function hearKeys() {
  const heard: string[] = [];
  const stop = new AbortController();
  document.addEventListener('keydown', (event) => heard.push(event.key), { capture: true, signal: stop.signal });
  return { heard, stop: () => stop.abort() };
}

describe('chips', () => {
  it('are added with Enter, trimmed, which does not send the form', async () => {
    const user = open();
    expect(field()).toHaveAccessibleDescription('What you like');
    await user.type(field(), '  Fig {Enter}{Enter}');
    expect(chips()).toEqual(['Fig']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  it('are added with a button where it has a name', async () => {
    const user = open([], { addLabel: 'Add fruit' });
    await user.type(field(), 'Fig');
    await user.click(screen.getByRole('button', { name: 'Add fruit' }));
    expect(chips()).toEqual(['Fig']);
    expect(field()).toHaveFocus();
  });

  it('stand once each, and it says so', async () => {
    const user = open(['Apple']);
    await user.type(field(), 'apple{Enter}');
    expect(chips()).toEqual(['Apple']);
    expect(screen.getByRole('status')).toHaveTextContent(/^apple is in your list already$/);
  });

  it('are counted where it is said of what', async () => {
    const user = open(['Apple'], { counted: 'kind(s)' });
    expect(screen.getByRole('status')).toHaveTextContent(/^1 kind\(s\)$/);
    await user.type(field(), 'apple');
    expect(screen.getByRole('status')).toHaveTextContent(/^1 kind\(s\) · apple is in your list already$/);
  });

  it('can be removed, and are suggested again', async () => {
    const user = open(['Banana', 'Cherry']);
    await user.click(screen.getByRole('button', { name: 'Remove Banana' }));
    expect(chips()).toEqual(['Cherry']);
    expect(field()).toHaveFocus();
    await user.type(field(), 'ban');
    expect(names()).toEqual(['Banana']);
  });

  it('are no more than the list may hold, and it says so', async () => {
    const user = open(['Fig', 'Kiwi', 'Lime']);
    await user.type(field(), 'Apple{Enter}');
    expect(chips()).toEqual(['Fig', 'Kiwi', 'Lime']);
    expect(names()).toEqual([]);
    expect(field()).toHaveAccessibleDescription('Three are enough');
  });

  it('leave Enter to an input method that is composing', () => {
    open();
    fireEvent.change(field(), { target: { value: 'りんご' } });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(chips()).toEqual([]);
  });
});

describe('a separator', () => {
  it('adds what stands before it, and several at once when pasted', async () => {
    const user = open([], { separator: ',' });
    await user.type(field(), ',Fig,');
    expect(chips()).toEqual(['Fig']);
    await user.paste('Kiwi, Lime');
    expect(chips()).toEqual(['Fig', 'Kiwi', 'Lime']);
    expect(field()).toHaveValue('');
  });

  it('is a character like others where none is named', async () => {
    const user = open();
    await user.type(field(), 'Figs, dried{Enter}');
    expect(chips()).toEqual(['Figs, dried']);
  });
});

describe('Backspace in the empty field', () => {
  it.each([
    [true, ['Fig']],
    [false, ['Fig', 'Kiwi']],
  ])('removes the last chip: %j', async (backspaceRemoves, left) => {
    const user = open(['Fig', 'Kiwi'], { backspaceRemoves });
    await user.type(field(), 'a{Backspace}{Backspace}');
    expect(chips()).toEqual(left);
  });
});

describe('text that was not added yet', () => {
  it.each([
    [true, ['Fig']],
    [false, []],
  ])('is added when the person leaves: %j', async (addsOnLeave, added) => {
    const user = open([], { addsOnLeave });
    await user.type(field(), 'Fig');
    await user.click(screen.getByRole('heading', { name: 'Elsewhere' }));
    expect(chips()).toEqual(added);
    expect(screen.getByText('was left')).toBeVisible();
  });

  it.each([
    [true, ['Fig'], 0],
    [false, [], 1],
  ])('is added before Ctrl+Enter reaches the form: %j', async (addsOnLeave, added, heard) => {
    const user = open([], { addsOnLeave });
    await user.type(field(), 'Fig');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(chips()).toEqual(added);
    expect(screen.getByText(`The form heard Enter ${heard} times`)).toBeVisible();
  });

  it('lets Ctrl+Enter through to the form when there is none', async () => {
    const user = open(['Fig'], { addsOnLeave: true });
    await user.type(field(), '{Control>}{Enter}{/Control}');
    expect(screen.getByText('The form heard Enter 1 times')).toBeVisible();
  });
});

describe('suggestions', () => {
  it('are five at most, without the chosen ones', async () => {
    const user = open(['Banana']);
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'a');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('listbox', { name: 'Suggested fruit' })).toBeVisible();
    expect(names()).toEqual(['Apple', 'Apricot', 'Grape', 'Pineapple']);
    await user.clear(field());
    await user.keyboard('{ArrowDown}');
    expect(names()).toHaveLength(5);
  });

  it('are taken with a click', async () => {
    const user = open();
    await user.type(field(), 'che');
    await user.click(screen.getByRole('option', { name: 'Cherry' }));
    expect(chips()).toEqual(['Cherry']);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveFocus();
  });

  it('are walked with the arrows, round and round, and taken with Enter', async () => {
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

  it('close with Escape, which a dialog around the field does not hear', async () => {
    const user = open();
    await user.type(field(), 'app{ArrowDown}');
    const { heard, stop } = hearKeys();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('app');
    expect(heard).toEqual([]);
    await user.keyboard('{Escape}');
    expect(heard).toEqual(['Escape']);
    stop();
  });

  it('close when the person leaves', async () => {
    const user = open();
    await user.type(field(), 'app');
    await user.click(screen.getByRole('heading', { name: 'Elsewhere' }));
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
