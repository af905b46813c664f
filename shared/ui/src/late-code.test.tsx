import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// The provider reads the CSP nonce when it is evaluated.
const script = document.createElement('script');
script.setAttribute('nonce', 'n-1234');
script.nonce = 'n-1234';
document.head.append(script);

const showToast = jest.fn();
const evaluateToasts = jest.fn(() => ({ showToast, ToastArea: () => <p>Toasts</p> }));
const evaluateDialog = jest.fn(() => ({ Component: ({ text }: { text: string }) => <p>{text}</p> }));
const evaluateMarkdown = jest.fn(() => ({
  Component: ({ text }: { text: string }) => {
    if (text.includes('overflows')) throw new RangeError('Maximum call stack size exceeded');
    return <p>formatted: {text}</p>;
  },
}));
jest.unstable_mockModule('./toaster/toast-library.ts', evaluateToasts);
jest.unstable_mockModule('./overlays/confirm-dialog.tsx', evaluateDialog);
jest.unstable_mockModule('./markdown/markdown-view.tsx', evaluateMarkdown);
const { createMemoryRouter, RouterProvider } = await import('@solvent/router');
const { Button, confirm, ConfirmHost, UiProvider } = await import('./index.ts');
const { Markdown } = await import('./markdown/markdown.tsx');
const { toast } = await import('./toaster/toast.ts');
const { Toaster } = await import('./toaster/toaster.tsx');

const failToLoad = () => {
  throw new Error('Loading chunk failed');
};

describe('code that loads late and fails to load (product 8.21)', () => {
  it('of toasts: the page continues, and shows toasts once it loads', async () => {
    jest.useFakeTimers();
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    evaluateToasts.mockImplementation(failToLoad);
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
    warn.mockRestore();

    evaluateToasts.mockImplementation(() => ({ showToast, ToastArea: () => <p>Toasts</p> }));
    await act(async () => toast.error('Failed to login'));
    expect(screen.getByText('Toasts')).toBeInTheDocument();
    expect(showToast).toHaveBeenCalledWith('error', 'Failed to login', undefined);
    jest.useRealTimers();
  });

  it('of a confirmation: that is no consent; a toast explains it, and the next click tries again', async () => {
    evaluateDialog.mockImplementationOnce(failToLoad);
    const answers: boolean[] = [];
    const openConfirm = async () => {
      answers.push(await confirm({ title: 'Sign out everywhere else?', text: '2 devices end', action: 'Sign out' }));
    };
    const page = (
      <>
        <Button onClick={() => void openConfirm()}>Ask</Button>
        <ConfirmHost />
      </>
    );
    const router = createMemoryRouter([{ path: '*', element: page }]);
    render(<RouterProvider router={router} />, { wrapper: UiProvider });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await act(async () => undefined);
    expect(showToast).toHaveBeenLastCalledWith('error', 'The dialog could not be loaded. Please try again.', expect.anything());
    expect(answers).toEqual([false]);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('2 devices end')).toBeVisible();

    const styles = [...document.head.querySelectorAll('style[data-emotion]')];
    expect(styles.length).toBeGreaterThan(0);
    for (const style of styles) expect(style).toHaveAttribute('nonce', 'n-1234');
  });

  it('of markdown: the text is shown as written; only a long text has a button that tries again', async () => {
    evaluateMarkdown.mockImplementationOnce(failToLoad).mockImplementationOnce(failToLoad);
    const { unmount } = render(<Markdown compact text={'One **line**\nand another'} />, { wrapper: UiProvider });
    expect(await screen.findByText(/One \*\*line\*\*/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    unmount();
    render(<Markdown text="It **breaks**." />, { wrapper: UiProvider });
    expect(await screen.findByText('It **breaks**.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show with formatting' }));
    expect(await screen.findByText('formatted: It **breaks**.')).toBeVisible();
  });

  it('of markdown that throws: that text alone is shown as written (decision 0029)', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const texts = (text: string) => (
      <>
        <Markdown text={text} />
        <Markdown text="Another text." />
      </>
    );
    const { rerender } = render(texts('It **overflows**\n  all.'), { wrapper: UiProvider });
    const written = await screen.findByText(/It \*\*overflows\*\*/);
    expect(written).toHaveTextContent('It **overflows**\n  all.', { normalizeWhitespace: false });
    expect(screen.getByText('formatted: Another text.')).toBeVisible();
    rerender(texts('It works.'));
    expect(screen.getByText('formatted: It works.')).toBeVisible();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});
