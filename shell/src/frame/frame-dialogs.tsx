import { useNavigate } from '@solvent/router';
import { lazyComponent, toast } from '@solvent/ui';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PropsWithChildren } from 'react';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { retry } from '../remotes/retry.ts';
import { FrameDialogsContext } from './frame-dialogs-context.ts';
import type { FrameDialog } from './frame-dialogs-context.ts';

/** Says that a dialog could not be had, and closes it: pressing its button again tries again. */
function SlotFailureToast({ text, onShown }: { text: string; onShown: () => void }) {
  useEffect(() => {
    toast.error(text);
    onShown();
  }, [text, onShown]);
  return null;
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

/** Ctrl+Alt+R anywhere. By the key's place: with Alt held, many keyboards give another letter. */
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

const RemotesPanel = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "remotes-panel" */ '../remotes/panel/remotes-panel.tsx')),
);

/** The dialogs that the frame opens over any page: one at a time. */
export function FrameDialogs({ children }: PropsWithChildren) {
  const [opened, setOpened] = useState<FrameDialog | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const state = useMemo(() => ({ opened, open: setOpened, close }), [opened, close]);
  const navigate = useNavigate();
  usePaletteKey(() => setOpened('palette'));
  usePanelKey(() => setOpened('remotes'));
  const fail = (what: string) => () => {
    close();
    toast.error(`The ${what} could not be loaded. Please try again.`);
  };
  const switched = () => {
    close();
    void navigate('/post-problem');
  };

  return (
    <FrameDialogsContext value={state}>
      {children}
      {opened === 'toolbox' ? (
        <RemoteSlot
          asked
          name="toolbox-dialog"
          props={{ open: true, onClose: close }}
          renderFailure={() => <SlotFailureToast text="The Toolbox could not be loaded. Please try again." onShown={close} />}
        />
      ) : null}
      {opened === 'role-switch' ? (
        <RemoteSlot
          asked
          name="role-switch-dialog"
          props={{ open: true, onClose: close, onSwitched: switched }}
          renderFailure={() => <SlotFailureToast text="The dialog could not be loaded. Please try again." onShown={close} />}
        />
      ) : null}
      {opened === 'menu' ? <MobileMenu onLoadError={fail('menu')} /> : null}
      {opened === 'palette' ? <CommandPalette onLoadError={fail('search')} /> : null}
      {opened === 'remotes' ? <RemotesPanel onLoadError={fail('panel')} /> : null}
    </FrameDialogsContext>
  );
}
