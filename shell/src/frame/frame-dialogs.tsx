import { useNavigate } from '@solvent/router';
import { useCallback, useMemo, useState } from 'react';
import type { PropsWithChildren } from 'react';
import { usePaletteKey } from '../palette/use-palette-key.ts';
import { inTries } from '../remotes/in-tries.ts';
import { usePanelKey } from '../remotes/panel/use-panel-key.ts';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { FrameDialogsContext } from './frame-dialogs-context.ts';
import type { FrameDialog } from './frame-dialogs-context.ts';
import { LatePart } from './late-part.tsx';
import { SlotFailureToast } from './slot-failure-toast.tsx';

const loadMenu = () =>
  inTries(() => import(/* webpackChunkName: "mobile-menu" */ './mobile-menu.tsx')).then((module) => ({
    Component: module.MobileMenu,
  }));

const loadPalette = () =>
  inTries(() => import(/* webpackChunkName: "palette" */ '../palette/command-palette.tsx')).then((module) => ({
    Component: module.CommandPalette,
  }));

const loadPanel = () =>
  inTries(() => import(/* webpackChunkName: "remotes-panel" */ '../remotes/panel/remotes-panel.tsx')).then((module) => ({
    Component: module.RemotesPanel,
  }));

/** The dialogs that the frame opens over any page: one at a time. */
export function FrameDialogs({ children }: PropsWithChildren) {
  const [opened, setOpened] = useState<FrameDialog | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const state = useMemo(() => ({ opened, open: setOpened, close }), [opened, close]);
  const navigate = useNavigate();
  usePaletteKey(() => setOpened('palette'));
  usePanelKey(() => setOpened('remotes'));
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
      {opened === 'menu' ? (
        <LatePart load={loadMenu} failure="The menu could not be loaded. Please try again." onFailed={close} />
      ) : null}
      {opened === 'palette' ? (
        <LatePart load={loadPalette} failure="The search could not be loaded. Please try again." onFailed={close} />
      ) : null}
      {opened === 'remotes' ? (
        <LatePart load={loadPanel} failure="The panel could not be loaded. Please try again." onFailed={close} />
      ) : null}
    </FrameDialogsContext>
  );
}
