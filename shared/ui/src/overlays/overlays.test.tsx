import { jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { toast } from '../toaster/toast.ts';
import { Toaster } from '../toaster/toaster.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { Modal } from './modal.tsx';
import { Sheet } from './sheet.tsx';
import { SidePanel } from './side-panel.tsx';

interface OverlayProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

const closed = jest.fn();

function Sample({ Overlay }: { Overlay: ComponentType<OverlayProps> }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    closed();
    setOpen(false);
  };
  return (
    <UiProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Filter
      </button>
      <Overlay open={open} onClose={close} title="Filters" footer={<button type="button">Reset</button>}>
        <label>
          Tag <input />
        </label>
      </Overlay>
    </UiProvider>
  );
}

async function openOverlay(Overlay: ComponentType<OverlayProps>) {
  const user = userEvent.setup();
  render(<Sample Overlay={Overlay} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Filters' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  return user;
}

beforeEach(() => closed.mockClear());

describe.each([
  ['a dialog', Modal],
  ['a sheet', Sheet],
  ['a panel beside the page', SidePanel],
] as const)('%s', (_name, Overlay) => {
  it('gives the focus back even when it closes within its first frame', async () => {
    render(<Sample Overlay={Overlay} />);
    const opener = screen.getByRole('button', { name: 'Filter' });
    opener.focus();
    const frames = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    fireEvent.click(opener);
    const inside = await screen.findByRole('button', { name: 'Reset' });
    frames.mockRestore();
    inside.focus();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('is named by its title, holds its content and footer, and takes the focus', async () => {
    await openOverlay(Overlay);
    expect(screen.getByLabelText('Tag')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reset' })).toBeInTheDocument();
  });

  it.each([
    ['its button', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ])('closes with %s, once, and gives the focus back', async (_way, leave) => {
    const user = await openOverlay(Overlay);
    await leave(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(closed).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus());
  });
});

it('a panel beside the page leaves the page to be read and used, and closes with Escape from there', async () => {
  const user = await openOverlay(SidePanel);
  const opener = screen.getByRole('button', { name: 'Filter' });
  await user.click(opener);
  opener.focus();
  expect(opener).toHaveFocus();
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a dialog can give the focus to what stands there after it', async () => {
  const list = () => screen.getByRole('list');
  const dialog = (open: boolean) => (
    <UiProvider>
      <ul tabIndex={-1} />
      <Modal open={open} onClose={closed} title="Sign out" finalFocusEl={list}>
        <p>Sure?</p>
      </Modal>
    </UiProvider>
  );
  const { rerender } = render(dialog(true));
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
  rerender(dialog(false));
  await waitFor(() => expect(list()).toHaveFocus());
});

it('a toast over a dialog is said, while the rest of the page is silent', async () => {
  render(
    <UiProvider>
      <h1>The page</h1>
      <Modal open onClose={closed} title="Delete account">
        <p>Sure?</p>
      </Modal>
      <Toaster theme="light" />
    </UiProvider>,
  );
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument());
  toast.error('The server rests.');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server rests.');
});
