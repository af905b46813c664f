import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeAudio } from './test-audio.ts';

const listen = () => () => {};
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: listen,
  onConnected: listen,
  sendOverSocket: listen,
}));
const evaluate = jest.fn<() => object>();
jest.unstable_mockModule('./bell-panel.tsx', evaluate);
const { Component } = await import('./bell.tsx');

fakeAudio();
afterEach(() => act(clearSession));

it('leads to the page when the code of the dropdown does not come; the next click tries again', async () => {
  evaluate.mockImplementation(() => {
    throw new Error('Loading chunk bell-panel failed');
  });
  signInAs();
  fakeApi({ 'GET /notifications': () => ({ notifications: [], unreadCount: 0, page: 1, limit: 20, totalPages: 1 }) });
  const { user, router } = renderScreen(<Component />, { at: '/home', path: '*' });
  const bell = screen.getByRole('button', { name: 'Notifications' });
  await user.click(bell);
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'));
  expect(bell).toHaveAttribute('aria-expanded', 'false');
  evaluate.mockImplementation(() => ({ Component: () => <p>The dropdown</p> }));
  await user.click(bell);
  expect(await screen.findByText('The dropdown')).toBeVisible();
});
