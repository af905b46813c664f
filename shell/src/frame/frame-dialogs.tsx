import { lazyComponent, reportLoadFailure } from '@solvent/ui';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PropsWithChildren } from 'react';
import { DeliveryParts } from '../remotes/delivery-parts.tsx';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { retry } from '../remotes/retry.ts';
import { FrameDialogsContext } from './frame-dialogs-context.ts';
import { useListKeys } from './list-keys.ts';
import type { FrameDialog, FrameDialogsState, SlotDialog } from './frame-dialogs-context.ts';

interface SlotFailureToastProps {
  what: string;
  reference: string | undefined;
  onShown: () => void;
}

/** Says that a dialog could not be loaded, and closes it: pressing its button again tries again. */
function SlotFailureToast({ what, reference, onShown }: SlotFailureToastProps) {
  useEffect(() => {
    reportLoadFailure(what, reference);
    onShown();
  }, [what, reference, onShown]);
  return null;
}

/** A dialog of a remote, over any page. */
function OpenedSlot({ dialog, close }: { dialog: SlotDialog; close: FrameDialogsState['close'] }) {
  const { slot, called, onDone } = dialog;
  const onClose = useCallback(() => close(dialog), [close, dialog]);
  const done = () => {
    onClose();
    onDone?.();
  };
  return (
    <RemoteSlot
      asked
      name={slot}
      props={{ open: true, onClose, onDone: done }}
      renderFailure={(_retry, reference) => <SlotFailureToast what={`The ${called}`} reference={reference} onShown={onClose} />}
    />
  );
}

/** Ctrl/⌘+K anywhere, in a field too. */
function usePaletteKey(onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      press();
    }
    // Before anybody else: an editor of text could take the key for itself.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Ctrl+Alt+R anywhere. By the key's position: with Alt held, many keyboards give another letter. */
function usePanelKey(onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.code !== 'KeyR' || !event.ctrlKey || !event.altKey || event.shiftKey || event.metaKey) return;
      event.preventDefault();
      press();
    }
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

const MobileMenu = lazyComponent(() => retry(() => import(/* webpackChunkName: "mobile-menu" */ './mobile-menu.tsx')));

const CommandPalette = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "palette" */ '../palette/command-palette.tsx')),
);

const KeysDialog = lazyComponent(() => retry(() => import(/* webpackChunkName: "keys" */ './keys-dialog.tsx')));

const RemotesPanel = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "remotes-panel" */ '../remotes/panel/remotes-panel.tsx')),
);

/** The dialogs that the frame opens over any page: one at a time. */
export function FrameDialogs({ children }: PropsWithChildren) {
  const [opened, setOpened] = useState<FrameDialog | null>(null);
  // A dialog that another one replaced may report its end late.
  const close = useCallback((dialog: FrameDialog) => setOpened((current) => (current === dialog ? null : current)), []);
  const state = useMemo(() => ({ opened, open: setOpened, close }), [opened, close]);
  usePaletteKey(() => setOpened('palette'));
  const showRemotes = () => setOpened('remotes');
  usePanelKey(showRemotes);
  useListKeys(() => setOpened('keys'));
  const fail = (dialog: FrameDialog, what: string) => () => {
    close(dialog);
    reportLoadFailure(`The ${what}`);
  };

  return (
    <FrameDialogsContext value={state}>
      {children}
      {opened !== null && typeof opened === 'object' ? <OpenedSlot dialog={opened} close={close} /> : null}
      {opened === 'menu' ? <MobileMenu onLoadError={fail('menu', 'menu')} /> : null}
      {opened === 'palette' ? <CommandPalette onClose={() => close('palette')} onLoadError={fail('palette', 'search')} /> : null}
      {opened === 'keys' ? <KeysDialog onClose={() => close('keys')} onLoadError={fail('keys', 'list of keys')} /> : null}
      {opened === 'remotes' ? <RemotesPanel onClose={() => close('remotes')} onLoadError={fail('remotes', 'panel')} /> : null}
      <DeliveryParts onShowRemotes={showRemotes} />
    </FrameDialogsContext>
  );
}
