import { act, render, screen } from '@testing-library/react';
import { hasSingleKeys, setSingleKeys, useSingleKeys } from './single-keys.ts';

const Shown = () => <p>{String(useSingleKeys())}</p>;

it('single-key shortcuts are on until turned off here or in another tab', () => {
  render(<Shown />);
  expect(screen.getByText('true')).toBeVisible();
  act(() => setSingleKeys(false));
  expect(screen.getByText('false')).toBeVisible();
  expect(hasSingleKeys()).toBe(false);
  act(() => {
    localStorage.setItem('singleKeyShortcuts', 'enabled');
    window.dispatchEvent(new StorageEvent('storage', { key: 'singleKeyShortcuts', newValue: 'enabled' }));
  });
  expect(screen.getByText('true')).toBeVisible();
});
