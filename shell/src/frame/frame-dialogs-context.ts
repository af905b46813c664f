import type { DialogSlotName } from '@solvent/federation';
import { createContext, use } from 'react';

/** A dialog that a remote provides. */
export interface SlotDialog {
  slot: DialogSlotName;
  /** Used in the error message: "The Toolbox could not be loaded". */
  label: string;
  /** Called after the user completed the dialog. */
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

/** @throws Error outside the frame */
export function useFrameDialogs(): FrameDialogsState {
  const dialogs = use(FrameDialogsContext);
  if (!dialogs) throw new Error('useFrameDialogs must be used inside the frame.');
  return dialogs;
}
