import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { ConfirmOptions } from '../components/confirm.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps extends ConfirmOptions {
  onSettle: (confirmed: boolean) => void;
}

/** The dialog of `confirm`. */
export function Component({ onSettle, run, finalFocusEl, ...options }: ConfirmDialogProps) {
  const { title, text, action, busyAction, destructive = false } = options;
  const [isBusy, setBusy] = useState(false);
  async function act() {
    setBusy(true);
    try {
      await run?.();
      onSettle(true);
    } catch {
      // Whoever gave `run` has told what went wrong.
      setBusy(false);
    }
  }
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={() => onSettle(false)}>
        Cancel
      </Button>
      <Button
        colorPalette={destructive ? 'red' : 'brand'}
        loading={isBusy}
        loadingText={busyAction}
        onClick={() => (run ? void act() : onSettle(true))}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Modal open onClose={() => onSettle(false)} title={title} size="sm" footer={footer} finalFocusEl={finalFocusEl}>
      <Text color="fg.muted" overflowWrap="anywhere">
        {text}
      </Text>
    </Modal>
  );
}
