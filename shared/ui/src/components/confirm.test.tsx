import { createMemoryRouter, RouterProvider } from '@solvent/router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { UiProvider } from '../ui-provider.tsx';
import { confirm, ConfirmHost } from './confirm.tsx';
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx';

const WITHDRAW = { title: 'Withdraw your bid?', text: 'It no longer counts.', action: 'Withdraw' };

function Asker(options: Partial<ConfirmOptions>) {
  const [answers, setAnswers] = useState<boolean[]>([]);
  const open = async () => {
    const confirmed = await confirm({ ...WITHDRAW, ...options });
    setAnswers((old) => [...old, confirmed]);
  };
  return (
    <>
      <h1 tabIndex={-1}>My bids</h1>
      <button type="button" onClick={() => void open()}>
        Ask
      </button>
      <p aria-label="Answers">{answers.join()}</p>
      <ConfirmHost />
    </>
  );
}
const dialog = () => screen.findByRole('dialog', { name: 'Withdraw your bid?' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const answers = () => screen.getByLabelText('Answers');
const press = (name: string) => screen.getByRole('button', { name });

async function ask(options: Partial<ConfirmOptions> = {}) {
  const user = userEvent.setup();
  const router = createMemoryRouter([{ path: '*', element: <Asker {...options} /> }]);
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  );
  await user.click(press('Ask'));
  expect(await dialog()).toHaveTextContent('It no longer counts.');
  return { user, router };
}

describe('a question before something is done', () => {
  it.each([
    ['Withdraw', 'true'],
    ['Cancel', 'false'],
    ['Close', 'false'],
  ])('closed by %s is answered %s, and gives the focus back', async (name, answer) => {
    const { user } = await ask();
    await user.click(press(name));
    await gone();
    expect(answers()).toHaveTextContent(answer);
    await waitFor(() => expect(press('Ask')).toHaveFocus());
  });

  it('is answered no by Escape', async () => {
    const { user } = await ask();
    await user.keyboard('{Escape}');
    await gone();
    expect(answers()).toHaveTextContent('false');
  });

  it('stays while it is done, and says so', async () => {
    let finish = () => {};
    const run = () => new Promise<void>((resolve) => (finish = resolve));
    const { user } = await ask({ run, busyAction: 'Withdrawing…' });
    await user.click(press('Withdraw'));
    expect(await screen.findByRole('button', { name: 'Withdrawing…' })).toBeDisabled();
    expect(answers()).toHaveTextContent('');
    finish();
    await gone();
    expect(answers()).toHaveTextContent('true');
  });

  it('stays for another try when it could not be done', async () => {
    let tries = 0;
    const run = async () => {
      tries += 1;
      if (tries === 1) throw new Error('No.');
    };
    const { user } = await ask({ run });
    await user.click(press('Withdraw'));
    await waitFor(() => expect(press('Withdraw')).toBeEnabled());
    expect(answers()).toHaveTextContent('');
    await user.click(press('Withdraw'));
    await gone();
    expect(answers()).toHaveTextContent('true');
  });

  it('gives the focus to what remains', async () => {
    const { user } = await ask({ finalFocusEl: () => screen.getByRole('heading') });
    await user.click(press('Withdraw'));
    await gone();
    await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
  });

  it('is answered no by leaving the page', async () => {
    const { router } = await ask();
    await act(() => router.navigate('/elsewhere'));
    await gone();
    expect(answers()).toHaveTextContent('false');
  });

  it('makes place for a later one', async () => {
    const { user } = await ask();
    let second = Promise.resolve(true);
    act(() => void (second = confirm({ ...WITHDRAW, title: 'Delete this question?' })));
    expect(await screen.findByRole('dialog', { name: 'Delete this question?' })).toBeVisible();
    expect(answers()).toHaveTextContent('false');
    await user.click(press('Cancel'));
    expect(await second).toBe(false);
  });
});
