import { createContext, use } from 'react';

export type FrameDialog = 'toolbox' | 'menu' | 'role-switch' | 'palette' | 'remotes';

export interface FrameDialogsState {
  opened: FrameDialog | null;
  open: (dialog: FrameDialog) => void;
  close: () => void;
}

export const FrameDialogsContext = createContext<FrameDialogsState | null>(null);

/** Opens and closes the frame's dialogs. @throws Error outside the frame */
export function useFrameDialogs(): FrameDialogsState {
  const dialogs = use(FrameDialogsContext);
  if (!dialogs) throw new Error('There are no dialogs outside the frame.');
  return dialogs;
}
