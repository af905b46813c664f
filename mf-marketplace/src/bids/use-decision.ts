import type { LoadComponent } from '@solvent/ui';
import { useDialog } from '@solvent/ui';
import { useRef } from 'react';
import type { MouseEvent } from 'react';

/**
 * A dialog whose button goes with what is done in it.
 *
 * @param remaining what has the focus then
 * @returns `close` gives the focus back to the button, `settle` to what remains
 */
export function useDecision<Props>(load: LoadComponent<Props>, remaining: () => HTMLElement | null) {
  const { open, close, Dialog } = useDialog(load);
  const focused = useRef<HTMLElement | null>(null);
  return {
    Dialog,
    close,
    ask: (event: MouseEvent<HTMLElement>) => {
      focused.current = event.currentTarget;
      open();
    },
    settle: () => {
      focused.current = remaining();
      close();
    },
    // Who looks on may see the button go before the answer is there.
    finalFocusEl: () => (focused.current?.isConnected ? focused.current : remaining()),
  };
}
