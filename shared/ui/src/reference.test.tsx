import { render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import userEvent from '@testing-library/user-event';
import { Reference } from './reference.tsx';
import { loadToasts } from './toaster/load-toasts.ts';
import { UiProvider } from './ui-provider.tsx';

const open = () => {
  const user = userEvent.setup();
  render(<Reference of="7F3KQ2" />, { wrapper: UiProvider });
  return user;
};

beforeAll(async () => void (await loadToasts()));

describe('what a person can quote (product 8.23)', () => {
  it('is copied by keyboard, which its button says', async () => {
    const user = open();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Copy reference' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Reference copied' })).toHaveFocus();
    expect(await navigator.clipboard.readText()).toBe('7F3KQ2');
  });

  it('is selected where the browser lets nobody copy', async () => {
    const user = open();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy reference' }));
    expect(String(getSelection())).toBe('7F3KQ2');
    expect(screen.getByRole('button', { name: 'Copy reference' })).toBeInTheDocument();
  });

  it('is nothing where there is nothing to quote', () => {
    const { container } = render(<Reference of={undefined} />, { wrapper: UiProvider });
    expect(container).toHaveTextContent('');
  });
});
