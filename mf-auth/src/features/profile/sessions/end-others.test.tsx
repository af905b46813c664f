import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing';
import { screen } from '@testing-library/react';

const evaluate = jest.fn(() => ({ EndOthersDialog: ({ count }: { count: number }) => <p>{count} to end</p> }));
jest.unstable_mockModule('./end-others-dialog.tsx', evaluate);
const { EndOthers } = await import('./sessions.tsx');

it('says when the code of its dialog does not come; the next click tries again', async () => {
  evaluate.mockImplementationOnce(() => {
    throw new Error('Loading chunk end-others-dialog failed');
  });
  const { user } = renderScreen(<EndOthers others={['phone', 'old']} finalFocusEl={() => null} />);
  const button = screen.getByRole('button', { name: 'Sign out everywhere else' });
  await user.click(button);
  expect(await screen.findByText('The dialog could not be loaded. Please try again.')).toBeVisible();
  await user.click(button);
  expect(await screen.findByText('2 to end')).toBeVisible();
});
