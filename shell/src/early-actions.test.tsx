import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { replayEarlyActions } from './early-actions.ts';

async function replay(actions: { type: string; target: HTMLElement; value?: string; checked?: boolean }[]): Promise<void> {
  Object.assign(window, { solventEarlyActions: () => actions });
  await act(replayEarlyActions);
}

function Form() {
  const [name, setName] = useState('');
  const [kind, setKind] = useState('a');
  const [sent, setSent] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [pressed, setPressed] = useState(0);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(`${name} as ${kind}${isAgreed ? ', agreed' : ''}`);
  };
  return (
    <form onSubmit={send}>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <select aria-label="Kind" value={kind} onChange={({ target }) => setKind(target.value)}>
        <option>a</option>
        <option>b</option>
      </select>
      <input type="checkbox" aria-label="Agreed" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
      <button type="button" onClick={() => setPressed(pressed + 1)}>
        Pressed {pressed}
      </button>
      <output>{sent}</output>
    </form>
  );
}

it('replays input, choices and submits from before hydration', async () => {
  render(<Form />);
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const kind = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' });
  await replay([
    { type: 'input', target: name, value: 'Ada' },
    { type: 'input', target: kind, value: 'b' },
    { type: 'change', target: screen.getByRole('checkbox'), checked: true },
    { type: 'submit', target: name.form as HTMLElement },
  ]);
  expect(name).toHaveValue('Ada');
  expect(screen.getByRole('status')).toHaveTextContent('Ada as b, agreed');
});

it('restores all fields before the user continues to type', async () => {
  render(<Form />);
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const kind = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' });
  const continueTyping = () => fireEvent.input(name, { target: { value: `${name.value} Park` } });
  const actions = [
    { type: 'input', target: kind, value: 'b' },
    { type: 'input', target: name, value: 'Ada' },
    { type: 'submit', target: name.form as HTMLElement },
  ];
  const replayed = replay(actions);
  await Promise.resolve().then(continueTyping);
  await replayed;
  expect(name).toHaveValue('Ada Park');
  expect(screen.getByRole('status')).toHaveTextContent('Ada Park as b');
});

it('replays a click, and ignores one on a removed button', async () => {
  render(<Form />);
  const removed = document.createElement('button');
  await replay([
    { type: 'click', target: screen.getByRole('button') },
    { type: 'click', target: removed },
  ]);
  expect(screen.getByRole('button')).toHaveTextContent('Pressed 1');
});

it('replays on the counterparts if the page was rendered again', async () => {
  const forms = (
    <>
      <Form />
      <Form />
    </>
  );
  const { container, unmount } = render(forms);
  // The server's markup, detached from the page.
  const served = document.createElement('div');
  served.innerHTML = container.innerHTML;
  unmount();
  const name = within(served).getAllByRole<HTMLInputElement>('textbox')[1] as HTMLInputElement;
  const button = within(served).getAllByRole('button')[1] as HTMLElement;
  render(forms);
  await replay([
    { type: 'input', target: name, value: 'Ada' },
    { type: 'click', target: button },
    { type: 'submit', target: name.form as HTMLElement },
  ]);
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Pressed 0', 'Pressed 1']);
  expect(screen.getAllByRole('status').map((one) => one.textContent)).toEqual(['', 'Ada as a']);
});

it('removes the failure notice', async () => {
  document.body.insertAdjacentHTML('beforeend', '<aside id="solvent-failure">Solvent could not be loaded</aside>');
  await replay([]);
  expect(screen.queryByText('Solvent could not be loaded')).toBeNull();
});
