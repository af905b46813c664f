import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Toaster } from '../toaster/toaster.tsx';
import { lazyComponent, useDialogState } from './lazy-component.tsx';
import type { LazyComponent } from './lazy-component.tsx';

const Menu = ({ title }: { title: string }) => <p>{title}</p>;
const fetch = jest.fn<() => Promise<{ Component: ComponentType<{ title: string }> }>>();
const noCode = new Error('Loading chunk menu failed.');
let LazyMenu: LazyComponent<{ title: string }>;
beforeEach(() => {
  fetch.mockReset().mockResolvedValue({ Component: Menu });
  LazyMenu = lazyComponent(() => fetch());
});

function Opener({ onLoadError }: { onLoadError?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onLoadError?.();
    setOpen(false);
  };
  const failing = onLoadError
    ? { onLoadError: close }
    : {
        renderLoadError: (retry: () => void) => (
          <button type="button" onClick={retry}>
            Try again
          </button>
        ),
      };
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      {isOpen ? <LazyMenu title="Browse Problems" fallback={<p>Loading</p>} {...failing} /> : null}
    </>
  );
}
const open = (onLoadError?: () => void) => ({
  ...render(<Opener {...(onLoadError ? { onLoadError } : {})} />),
  user: userEvent.setup(),
});
const press = (name: string) => screen.getByRole('button', { name });
const menu = () => screen.findByText('Browse Problems');

describe('a component whose code loads when it is rendered', () => {
  it('loads on the first render, and shows its fallback until then', async () => {
    let arrive: (module: { Component: typeof Menu }) => void = () => {};
    fetch.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const { user } = open();
    expect(fetch).not.toHaveBeenCalled();
    await user.click(press('Open'));
    expect(screen.getByText('Loading')).toBeVisible();
    arrive({ Component: Menu });
    expect(await menu()).toBeVisible();
  });

  it('loads once for all instances, and renders at once afterwards', async () => {
    const { unmount } = render(
      <>
        <LazyMenu title="One" />
        <LazyMenu title="Other" />
      </>,
    );
    expect(await screen.findByText('One')).toBeVisible();
    expect(screen.getByText('Other')).toBeVisible();
    unmount();
    render(<LazyMenu title="Conversations" />);
    expect(screen.getByText('Conversations')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('reports a load failure, and retries', async () => {
    fetch.mockRejectedValueOnce(noCode);
    const { user } = open();
    await user.click(press('Open'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await menu()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('calls onLoadError after each failure; the next click retries', async () => {
    fetch.mockRejectedValueOnce(noCode).mockRejectedValueOnce(noCode);
    const onLoadError = jest.fn();
    const { user } = open(onLoadError);
    for (const times of [1, 2]) {
      await user.click(press('Open'));
      await screen.findByRole('button', { name: 'Open' });
      expect(onLoadError).toHaveBeenCalledTimes(times);
    }
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
  });

  it('does not call onLoadError once it is closed', async () => {
    let reject: (error: Error) => void = () => {};
    fetch.mockReturnValueOnce(new Promise((_resolve, fail) => (reject = fail)));
    const onLoadError = jest.fn();
    const { user } = open(onLoadError);
    await user.click(press('Open'));
    await user.click(press('Close'));
    reject(noCode);
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
    expect(onLoadError).not.toHaveBeenCalled();
  });

  it('throws to the nearest error boundary without a handler', async () => {
    fetch.mockRejectedValueOnce(noCode);
    const silence = jest.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <ErrorBoundary fallbackRender={({ error }) => <p role="alert">{error instanceof Error ? error.message : ''}</p>}>
        <LazyMenu title="Browse Problems" />
      </ErrorBoundary>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Loading chunk menu failed.');
    silence.mockRestore();
  });
});

describe('code that is loaded before it is rendered', () => {
  it('renders at once', async () => {
    await LazyMenu.preload();
    const { user } = open();
    await user.click(press('Open'));
    expect(screen.getByText('Browse Problems')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is loaded again on render after a failure', async () => {
    fetch.mockRejectedValueOnce(noCode);
    await LazyMenu.preload();
    const { user } = open();
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
  });
});

it('a dialog whose code fails to load closes with a toast', async () => {
  fetch.mockRejectedValueOnce(noCode);
  function Dialog() {
    const dialog = useDialogState('The menu');
    return (
      <>
        <button type="button" aria-expanded={dialog.isOpen} onClick={dialog.open}>
          Open
        </button>
        {dialog.isOpen ? <LazyMenu title="Browse Problems" onLoadError={dialog.onLoadError} /> : null}
        <Toaster theme="light" />
      </>
    );
  }
  const user = userEvent.setup();
  render(<Dialog />);
  await user.click(press('Open'));
  expect(await screen.findByText('The menu could not be loaded. Please try again.')).toBeInTheDocument();
  expect(press('Open')).toHaveAttribute('aria-expanded', 'false');
});
