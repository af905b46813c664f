import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

let isBroken = true;
const said = jest.fn();
jest.unstable_mockModule('./toast-library.ts', () => {
  if (isBroken) throw new Error('Loading chunk toasts failed.');
  return { showToast: said, ToastArea: () => <p>Here are toasts</p> };
});
const { toast } = await import('./toast.ts');
const { Toaster } = await import('./toaster.tsx');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('a page goes on without the code of its toasts, and shows them once it comes', async () => {
  const warn = jest.spyOn(console, 'warn').mockReturnValue();
  render(
    <>
      <h1>Problems</h1>
      <Toaster theme="light" />
    </>,
  );
  await act(() => jest.advanceTimersByTimeAsync(1500));
  await act(async () => toast.error('Failed to login'));
  expect(screen.getByRole('heading', { name: 'Problems' })).toBeInTheDocument();
  expect(warn).toHaveBeenCalledWith('Not shown: Failed to login', expect.any(Error));

  isBroken = false;
  await act(async () => toast.error('Failed to login'));
  expect(screen.getByText('Here are toasts')).toBeInTheDocument();
  expect(said).toHaveBeenCalledWith('error', 'Failed to login', undefined);
});
