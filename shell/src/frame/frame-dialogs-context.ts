import type { DialogSlotName } from '@solvent/federation';
import { createContext, use } from 'react';

/** A dialog of a remote. */
export interface SlotDialog {
  slot: DialogSlotName;
  /** What it is called where its code does not come: "The Toolbox could not be loaded". */
  label: string;
  /** What a person goes on with once it has done what it is for. */
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

/** Opens and closes the frame's dialogs. @throws Error outside the frame */
export function useFrameDialogs(): FrameDialogsState {
  const dialogs = use(FrameDialogsContext);
  if (!dialogs) throw new Error('There are no dialogs outside the frame.');
  return dialogs;
}
