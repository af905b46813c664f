import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { renderUi } from '../testing/render-ui.tsx';
import { toast } from '../toaster/toast.ts';
import { Toaster } from '../toaster/toaster.tsx';
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
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Filter
      </button>
      <Overlay open={open} onClose={close} title="Filters" footer={<button type="button">Reset</button>}>
        <label>
          Tag <input />
        </label>
      </Overlay>
    </>
  );
}

async function openOverlay(Overlay: ComponentType<OverlayProps>) {
  const { user } = renderUi(<Sample Overlay={Overlay} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Filters' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  return user;
}

/** Sets the window's width. @returns a function that changes it */
function controlWidth(isWide: boolean) {
  let matches = isWide;
  const listeners = new Set<() => void>();
  const query = (media: string) => ({
    matches: media === '(min-width: 64rem)' && matches,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  });
  jest.spyOn(window, 'matchMedia').mockImplementation(query as unknown as typeof window.matchMedia);
  return (next: boolean) =>
    act(async () => {
      matches = next;
      listeners.forEach((listener) => listener());
    });
}

beforeEach(() => closed.mockClear());
afterEach(() => jest.restoreAllMocks());

describe.each([
  ['a dialog', Modal, false],
  ['a sheet', Sheet, false],
  ['a side panel', SidePanel, true],
  ['a side panel on a small screen', SidePanel, false],
] as const)('%s (product 10.13, 10.19)', (_name, Overlay, isWide) => {
  it('has a name and the focus, and closes with its button and with Escape, once, which returns the focus', async () => {
    controlWidth(isWide);
    const user = await openOverlay(Overlay);
    expect(screen.getByLabelText('Tag')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reset' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const opener = screen.getByRole('button', { name: 'Filter' });
    await waitFor(() => expect(opener).toHaveFocus());
    expect(closed).toHaveBeenCalledTimes(1);

    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Filters' });
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(closed).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(opener).toHaveFocus());

    const frames = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    fireEvent.click(opener);
    const inside = await screen.findByRole('button', { name: 'Reset' });
    frames.mockRestore();
    inside.focus();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
  });
});

it('a dialog that replaces another keeps the focus, and returns it to the opener of the first', async () => {
  const onFocus = jest.fn();
  function Page() {
    const [opened, setOpened] = useState<'menu' | 'search'>();
    const close = () => setOpened(undefined);
    return (
      <>
        <button type="button" onFocus={onFocus} onClick={() => setOpened('menu')}>
          Open
        </button>
        {opened === 'menu' ? (
          <Sheet open onClose={close} title="Menu">
            <button type="button" onClick={() => setOpened('search')}>
              Search
            </button>
          </Sheet>
        ) : null}
        {opened === 'search' ? (
          <Modal open onClose={close} title="Search Solvent">
            <input />
          </Modal>
        ) : null}
      </>
    );
  }
  const { user } = renderUi(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Search' }));
  const dialog = await screen.findByRole('dialog', { name: 'Search Solvent' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  expect(onFocus).toHaveBeenCalledTimes(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

it('a side panel is a dialog on small screens; a field keeps its element, focus and caret when the width changes', async () => {
  const turn = controlWidth(false);
  const user = await openOverlay(SidePanel);
  const field = screen.getByLabelText<HTMLInputElement>('Tag');
  const opener = () => screen.queryByRole('button', { name: 'Filter' });
  const isKept = () => {
    expect(screen.getByLabelText('Tag')).toBe(field);
    expect(field).toHaveFocus();
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['react', 2, 2]);
  };
  await user.type(field, 'react');
  field.setSelectionRange(2, 2);
  await waitFor(() => expect(opener()).toBeNull());
  await turn(true);
  await waitFor(() => expect(opener()).toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Filters' })).toHaveAttribute('aria-modal', 'false');
  isKept();
  await turn(false);
  await waitFor(() => expect(opener()).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Filters' })).toHaveAttribute('aria-modal', 'true');
  isKept();
  expect(closed).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener()).toHaveFocus());
  expect(closed).toHaveBeenCalledTimes(1);
});

it('a side panel leaves the page usable, and closes with Escape from there', async () => {
  controlWidth(true);
  const user = await openOverlay(SidePanel);
  const opener = screen.getByRole('button', { name: 'Filter' });
  await user.click(opener);
  opener.focus();
  expect(opener).toHaveFocus();
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a toast over a dialog is announced, while the rest of the page is hidden (product 8.8)', async () => {
  renderUi(
    <>
      <h1>The page</h1>
      <Modal open onClose={closed} title="Delete account">
        <p>Sure?</p>
      </Modal>
      <Toaster theme="light" />
    </>,
  );
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument());
  toast.error('The server rests.');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server rests.');
});
