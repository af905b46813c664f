import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { confirm, ConfirmHost } from '../components/confirm.tsx';
import { renderRoute } from '../testing/render-ui.tsx';
import type { ConfirmOptions } from './confirm-dialog.tsx';

describe('a confirmation (product 10.11)', () => {
  const WITHDRAW = { title: 'Withdraw your bid?', text: 'It no longer counts.', action: 'Withdraw' };

  function Page(options: Partial<ConfirmOptions>) {
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
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const answers = () => screen.getByLabelText('Answers');
  const button = (name: string) => screen.getByRole('button', { name });

  async function openConfirmation(options: Partial<ConfirmOptions> = {}) {
    const { user, router } = renderRoute(<Page {...options} />);
    const openConfirm = async () => {
      await user.click(button('Ask'));
      expect(await screen.findByRole('dialog', { name: 'Withdraw your bid?' })).toHaveTextContent('It no longer counts.');
    };
    await openConfirm();
    return { user, router, openConfirm };
  }

  it('is consent by its action alone, not by Cancel, Close, Escape, a later one or leaving the page; it returns the focus', async () => {
    const { user, router, openConfirm } = await openConfirmation();
    for (const name of ['Withdraw', 'Cancel', 'Close']) {
      if (name !== 'Withdraw') await openConfirm();
      await user.click(button(name));
      await gone();
      await waitFor(() => expect(button('Ask')).toHaveFocus());
    }
    await openConfirm();
    await user.keyboard('{Escape}');
    await gone();
    expect(answers()).toHaveTextContent(/^true,false,false,false$/);

    await openConfirm();
    let second = Promise.resolve(true);
    act(() => void (second = confirm({ ...WITHDRAW, title: 'Delete this question?' })));
    expect(await screen.findByRole('dialog', { name: 'Delete this question?' })).toBeVisible();
    expect(answers()).toHaveTextContent(/^true,false,false,false,false$/);
    await user.click(button('Cancel'));
    expect(await second).toBe(false);
    await gone();

    await openConfirm();
    await act(() => router.navigate('?tab=brief', { replace: true }));
    expect(button('Cancel')).toBeVisible();
    await act(() => router.navigate('/elsewhere'));
    await gone();
    expect(answers()).toHaveTextContent(/^true,false,false,false,false,false$/);
  });

  function pausedAction() {
    let settle: { resolve: () => void; reject: (error: Error) => void } = { resolve: () => {}, reject: () => {} };
    const run = () => new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    return { run, busyAction: 'Withdrawing…', succeed: () => settle.resolve(), fail: () => settle.reject(new Error('No.')) };
  }

  it('cannot be closed while its action runs, and stays for another try after it failed; then focuses the given element', async () => {
    const { succeed, fail, ...action } = pausedAction();
    const { user } = await openConfirmation({ ...action, finalFocusEl: () => screen.getByRole('heading') });
    await user.click(button('Withdraw'));
    expect(await screen.findByRole('button', { name: 'Withdrawing…' })).toBeDisabled();
    expect(button('Cancel')).toBeDisabled();
    expect(button('Close')).toBeDisabled();
    await user.keyboard('{Escape}');
    fireEvent.pointerDown(document.body);
    // The dialog handles it in the next frame.
    await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
    expect(screen.getByRole('dialog', { name: 'Withdraw your bid?' })).toBeVisible();
    fail();
    await waitFor(() => expect(button('Withdraw')).toBeEnabled());
    expect(answers()).toBeEmptyDOMElement();
    await user.click(button('Withdraw'));
    await screen.findByRole('button', { name: 'Withdrawing…' });
    succeed();
    await gone();
    expect(answers()).toHaveTextContent(/^true$/);
    await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
  });

  it('whose page is left, or that another one replaces, while its action runs is answered by that action', async () => {
    const { succeed, fail, ...action } = pausedAction();
    const { user, router, openConfirm } = await openConfirmation(action);
    await user.click(button('Withdraw'));
    await screen.findByRole('button', { name: 'Withdrawing…' });
    await act(() => router.navigate('/elsewhere'));
    await gone();
    expect(answers()).toBeEmptyDOMElement();
    await act(async () => succeed());
    expect(answers()).toHaveTextContent(/^true$/);

    await openConfirm();
    await user.click(button('Withdraw'));
    await screen.findByRole('button', { name: 'Withdrawing…' });
    let second = Promise.resolve(true);
    act(() => void (second = confirm({ ...WITHDRAW, title: 'Delete this question?' })));
    await screen.findByRole('dialog', { name: 'Delete this question?' });
    await act(async () => fail());
    expect(answers()).toHaveTextContent(/^true,false$/);
    await user.click(button('Cancel'));
    expect(await second).toBe(false);
  });
});
