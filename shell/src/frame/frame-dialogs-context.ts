import type { DialogSlotName } from '@solvent/federation';
import { createContext, use } from 'react';

export interface SlotDialog {
  slot: DialogSlotName;
  label: string;
  onDone?: () => void;
}

export type FrameDialog = 'menu' | 'palette' | 'remotes' | 'keys' | SlotDialog;

export interface FrameDialogsState {
  openDialog: FrameDialog | null;
  open: (dialog: FrameDialog) => void;
  /** Closes this dialog, not one that replaced it. */
  close: (dialog: FrameDialog) => void;
}

export const FrameDialogsContext = createContext<FrameDialogsState | null>(null);

export function useFrameDialogs(): FrameDialogsState {
  const dialogs = use(FrameDialogsContext);
  if (!dialogs) throw new Error('useFrameDialogs must be used inside the frame.');
  return dialogs;
}
