import { ApiError } from '@solvent/http';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { LinkProblemCard } from './link-problem-card.tsx';
import { linkProblemOf } from './link-problem.ts';

const show = (error: ApiError) =>
  renderScreen(
    <LinkProblemCard problem={linkProblemOf(error, 'sign-up')} purpose="sign-up" email="" onAgain={() => undefined} />,
  );

it('of a link that the server failed at there is something to quote (product 8.24)', () => {
  show(new ApiError(503, 'unavailable', 'The service is not available just now.', {}, undefined, '7F3KQ2'));
  expect(screen.getByText('The service is not available just now.')).toBeVisible();
  expect(screen.getByText('7F3KQ2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('of a link that was refused there is none', () => {
  show(new ApiError(409, 'conflict', 'This address is verified already.'));
  expect(screen.queryByText(/Reference/)).toBeNull();
});
