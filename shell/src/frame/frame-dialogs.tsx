import { lazyComponent, tellNotLoaded } from '@solvent/ui';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PropsWithChildren } from 'react';
import { DeliveryParts } from '../remotes/delivery-parts.tsx';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { retry } from '../remotes/retry.ts';
import { FrameDialogsContext } from './frame-dialogs-context.ts';
import { useListKeys } from './list-keys.ts';
import type { FrameDialog, SlotDialog } from './frame-dialogs-context.ts';

interface SlotFailureToastProps {
  what: string;
  reference: string | undefined;
  onShown: () => void;
}

/** Says that a dialog could not be loaded, and closes it: pressing its button again tries again. */
function SlotFailureToast({ what, reference, onShown }: SlotFailureToastProps) {
  useEffect(() => {
    tellNotLoaded(what, reference);
    onShown();
  }, [what, reference, onShown]);
  return null;
}

/** A dialog of a remote, over any page. */
function OpenedSlot({ dialog: { slot, called, onDone }, onClose }: { dialog: SlotDialog; onClose: () => void }) {
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
  const close = useCallback(() => setOpened(null), []);
  const state = useMemo(() => ({ opened, open: setOpened, close }), [opened, close]);
  usePaletteKey(() => setOpened('palette'));
  const showRemotes = () => setOpened('remotes');
  usePanelKey(showRemotes);
  useListKeys(() => setOpened('keys'));
  const fail = (what: string) => () => {
    close();
    tellNotLoaded(`The ${what}`);
  };

  return (
    <FrameDialogsContext value={state}>
      {children}
      {opened !== null && typeof opened === 'object' ? <OpenedSlot dialog={opened} onClose={close} /> : null}
      {opened === 'menu' ? <MobileMenu onLoadError={fail('menu')} /> : null}
      {opened === 'palette' ? <CommandPalette onClose={close} onLoadError={fail('search')} /> : null}
      {opened === 'keys' ? <KeysDialog onClose={close} onLoadError={fail('list of keys')} /> : null}
      {opened === 'remotes' ? <RemotesPanel onClose={close} onLoadError={fail('panel')} /> : null}
      <DeliveryParts onShowRemotes={showRemotes} />
    </FrameDialogsContext>
  );
}
