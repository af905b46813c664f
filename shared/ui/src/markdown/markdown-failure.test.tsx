import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UiProvider } from '../ui-provider.tsx';

const evaluate = jest.fn(() => ({ Component: ({ text }: { text: string }) => <p>formatted: {text}</p> }));
jest.unstable_mockModule('./markdown-view.tsx', evaluate);
const { Markdown } = await import('./markdown.tsx');

it('shows the text as it was written when what reads it does not come, and tries again', async () => {
  evaluate.mockImplementationOnce(() => {
    throw new Error('Loading chunk markdown failed');
  });
  render(<Markdown text="It **breaks**." />, { wrapper: UiProvider });
  expect(await screen.findByText('It **breaks**.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show with formatting' }));
  expect(await screen.findByText('formatted: It **breaks**.')).toBeVisible();
});

it('shows the text as it was written when it makes what reads it throw, and what stands around it', async () => {
  // React tells the console of what a boundary caught.
  const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  evaluate.mockImplementationOnce(() => ({
    Component: ({ text }) => {
      if (text.includes('breaks')) throw new RangeError('Maximum call stack size exceeded');
      return <p>formatted: {text}</p>;
    },
  }));
  const both = (text: string) => (
    <>
      <Markdown text={text} />
      <Markdown text="It stands." />
    </>
  );
  const { rerender } = render(both('It **breaks**\n  all.'), { wrapper: UiProvider });
  expect(await screen.findByText(/It \*\*breaks\*\*/)).toHaveTextContent('It **breaks**\n  all.', { normalizeWhitespace: false });
  expect(screen.getByText('formatted: It stands.')).toBeVisible();
  rerender(both('It is mended.'));
  expect(screen.getByText('formatted: It is mended.')).toBeVisible();
  told.mockRestore();
});

it('leaves a message as it was written when what reads it does not come', async () => {
  evaluate.mockImplementation(() => {
    throw new Error('Loading chunk markdown failed');
  });
  render(<Markdown compact text={'One **line**\nand another'} />, { wrapper: UiProvider });
  expect(await screen.findByText(/One \*\*line\*\*/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
