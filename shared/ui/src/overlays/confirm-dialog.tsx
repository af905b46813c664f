import { Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { Text } from '../texts.tsx';

export interface ConfirmOptions {
  title: string;
  text: ReactNode;
  action: string;
  /** "Cancel" by default. */
  cancel?: string | undefined;
  destructive?: boolean | undefined;
  /** Runs while the dialog is open and cannot be closed. On success the dialog closes; on failure it stays for a retry. */
  run?: (() => Promise<unknown>) | undefined;
  busyAction?: string | undefined;
  /** Receives the focus afterwards, if the opening button may be removed by then. */
  finalFocusEl?: (() => HTMLElement | null) | undefined;
}

interface ConfirmDialogProps extends ConfirmOptions {
  onSettle: (confirmed: boolean) => void;
}

export function Component({ onSettle, run, finalFocusEl, ...options }: ConfirmDialogProps) {
  const { title, text, action, cancel = 'Cancel', busyAction, destructive = false } = options;
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  // Restores the focus, which the button lost while it was disabled.
  useEffect(() => {
    if (failures > 0) button.current?.focus();
  }, [failures]);
  async function handleAction() {
    setBusy(true);
    try {
      await run?.();
      onSettle(true);
    } catch {
      // `run` reports its own failures.
      setBusy(false);
      setFailures((count) => count + 1);
    }
  }
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isBusy} onClick={() => onSettle(false)}>
        {cancel}
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
      <Text as="div" color="fg.muted" overflowWrap="anywhere">
        {text}
      </Text>
    </Modal>
  );
}
