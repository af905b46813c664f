import { Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { Text } from '../texts.tsx';

/** What is asked before something is done. */
export interface ConfirmOptions {
  title: string;
  /** What follows from it. */
  text: ReactNode;
  /** The button that does it. */
  action: string;
  /** Whether it takes something away. */
  destructive?: boolean | undefined;
  /**
   * Runs while the dialog is open, with `busyAction` on the button; nothing closes the dialog meanwhile. Once it resolves the
   * dialog closes; when it rejects the dialog stays, for another try. Without it the dialog closes at once.
   */
  run?: (() => Promise<unknown>) | undefined;
  busyAction?: string | undefined;
  /** What has the focus afterwards, where the button that asked may be gone by then; else that button. */
  finalFocusEl?: (() => HTMLElement | null) | undefined;
}

interface ConfirmDialogProps extends ConfirmOptions {
  onSettle: (confirmed: boolean) => void;
}

/** The dialog of `confirm`. */
export function Component({ onSettle, run, finalFocusEl, ...options }: ConfirmDialogProps) {
  const { title, text, action, busyAction, destructive = false } = options;
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  // The button that waits is disabled, which takes the focus from it.
  useEffect(() => {
    if (failures > 0) button.current?.focus();
  }, [failures]);
  async function handleAction() {
    setBusy(true);
    try {
      await run?.();
      onSettle(true);
    } catch {
      // Whoever gave `run` has told what went wrong.
      setBusy(false);
      setFailures((count) => count + 1);
    }
  }
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isBusy} onClick={() => onSettle(false)}>
        Cancel
      </Button>
      <Button
        ref={button}
        colorPalette={destructive ? 'red' : 'brand'}
        loading={isBusy}
        loadingText={busyAction}
        onClick={() => (run ? void handleAction() : onSettle(true))}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Modal
      open
      onClose={() => onSettle(false)}
      title={title}
      size="sm"
      footer={footer}
      isBusy={isBusy}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        {text}
      </Text>
    </Modal>
  );
}
