import { lazyComponent, reportLoadFailure } from '@solvent/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PropsWithChildren } from 'react';
import { OverridesAndUpdates } from '../remotes/overrides-and-updates.tsx';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { retry } from '../remotes/retry.ts';
import { FrameDialogsContext } from './frame-dialogs-context.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import type { FrameDialog, FrameDialogsState, SlotDialog } from './frame-dialogs-context.ts';

interface SlotFailureToastProps {
  name: string;
  reference: string | undefined;
  onShown: () => void;
}

/** Shows a toast and closes the dialog; opening it again retries. */
function SlotFailureToast({ name, reference, onShown }: SlotFailureToastProps) {
  useEffect(() => {
    reportLoadFailure(name, reference);
    onShown();
  }, [name, reference, onShown]);
  return null;
}

function OpenSlot({ dialog, close }: { dialog: SlotDialog; close: FrameDialogsState['close'] }) {
  const { slot, label, onDone } = dialog;
  const onClose = useCallback(() => close(dialog), [close, dialog]);
  const handleDone = () => {
    onClose();
    onDone?.();
  };
  return (
    <RemoteSlot
      force
      name={slot}
      props={{ open: true, onClose, onDone: handleDone }}
      renderFailure={(_retry, reference) => <SlotFailureToast name={`The ${label}`} reference={reference} onShown={onClose} />}
    />
  );
}

/** Ctrl+K or ⌘K opens the palette, Ctrl+Alt+R the remotes panel, also from a text field. */
function useDialogKeys(open: (dialog: FrameDialog) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (shiftKey) return;
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) open('palette');
      // Not `key`: Alt changes the letter on many keyboards.
      else if (code === 'KeyR' && ctrlKey && altKey && !metaKey) open('remotes');
      else return;
      event.preventDefault();
    }
    // Capture phase: a text editor could handle the key.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [open]);
}

const MobileMenu = lazyComponent(() => retry(() => import(/* webpackChunkName: "mobile-menu" */ './mobile-menu.tsx')));

const CommandPalette = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "palette" */ '../palette/command-palette.tsx')),
);

const ShortcutsDialog = lazyComponent(() => retry(() => import(/* webpackChunkName: "keys" */ './shortcuts-dialog.tsx')));

const RemotesPanel = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "remotes-panel" */ '../remotes/panel/remotes-panel.tsx')),
);

export function FrameDialogs({ children }: PropsWithChildren) {
  const [openDialog, setOpened] = useState<FrameDialog | null>(null);
  // A replaced dialog may call close after its successor opened.
  const close = useCallback((dialog: FrameDialog) => setOpened((current) => (current === dialog ? null : current)), []);
  const state = useMemo(() => ({ openDialog, open: setOpened, close }), [openDialog, close]);
  useDialogKeys(setOpened);
  useListShortcuts(() => setOpened('keys'));
  const handleLoadError = (dialog: FrameDialog, name: string) => () => {
    close(dialog);
    reportLoadFailure(`The ${name}`);
  };

  return (
    <FrameDialogsContext value={state}>
      {children}
      {openDialog !== null && typeof openDialog === 'object' ? <OpenSlot dialog={openDialog} close={close} /> : null}
      {openDialog === 'menu' ? <MobileMenu onLoadError={handleLoadError('menu', 'menu')} /> : null}
      {openDialog === 'palette' ? (
        <CommandPalette onClose={() => close('palette')} onLoadError={handleLoadError('palette', 'search')} />
      ) : null}
      {openDialog === 'keys' ? (
        <ShortcutsDialog onClose={() => close('keys')} onLoadError={handleLoadError('keys', 'list of shortcuts')} />
      ) : null}
      {openDialog === 'remotes' ? (
        <RemotesPanel onClose={() => close('remotes')} onLoadError={handleLoadError('remotes', 'panel')} />
      ) : null}
      <OverridesAndUpdates onShowRemotes={() => setOpened('remotes')} />
    </FrameDialogsContext>
  );
}
