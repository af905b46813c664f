import { jest } from '@jest/globals';
import { createMemoryRouter, RouterProvider } from '@solvent/router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../toaster/toaster.tsx';
import { UiProvider } from '../ui-provider.tsx';

const evaluate = jest.fn(() => ({ Component: ({ text }: { text: string }) => <p>{text}</p> }));
jest.unstable_mockModule('../overlays/confirm-dialog.tsx', evaluate);
const { confirm, ConfirmHost } = await import('./confirm.tsx');

const answers: boolean[] = [];
const ask = async () => {
  answers.push(await confirm({ title: 'Sign out everywhere else?', text: '2 devices end', action: 'Sign out' }));
};

it('says when the code of the dialog does not load, which is no consent; the next click tries again', async () => {
  evaluate.mockImplementationOnce(() => {
    throw new Error('Loading chunk confirm-dialog failed');
  });
  const user = userEvent.setup();
  const page = (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <ConfirmHost />
      <Toaster theme="light" />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: page }]);
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  );
  const button = screen.getByRole('button', { name: 'Ask' });
  await user.click(button);
  expect(await screen.findByText('The dialog could not be loaded. Please try again.')).toBeVisible();
  expect(answers).toEqual([false]);
  await user.click(button);
  expect(await screen.findByText('2 devices end')).toBeVisible();
});
