import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing';
import { screen } from '@testing-library/react';

const evaluate = jest.fn(() => ({ Component: ({ text }: { text: string }) => <p>formatted: {text}</p> }));
jest.unstable_mockModule('./markdown-view.tsx', evaluate);
const { Markdown } = await import('./markdown.tsx');

it('shows the text as it was written when what reads it does not come, and tries again', async () => {
  evaluate.mockImplementationOnce(() => {
    throw new Error('Loading chunk markdown failed');
  });
  const { user } = renderScreen(<Markdown text="It **breaks**." />);
  expect(await screen.findByText('It **breaks**.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show with formatting' }));
  expect(await screen.findByText('formatted: It **breaks**.')).toBeVisible();
});
