import { Button, Text } from '@chakra-ui/react';
import { Modal } from './modal.tsx';

/** What is asked. */
export interface Question {
  title: string;
  /** What follows from it. */
  text: string;
  /** The button that does it, and what it says meanwhile. */
  action: string;
  busyAction: string;
  /** Whether it takes something away. */
  destructive?: boolean | undefined;
}

interface AskDialogProps extends Question {
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What has the focus afterwards. */
  finalFocusEl: () => HTMLElement | null;
}

/** Asks once; stays open while the server decides. */
export function Component(props: AskDialogProps) {
  const { title, text, action, busyAction, busy, destructive = false, onConfirm, onClose, finalFocusEl } = props;
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button colorPalette={destructive ? 'red' : 'brand'} loading={busy} loadingText={busyAction} onClick={onConfirm}>
        {action}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={title} size="sm" footer={footer} finalFocusEl={finalFocusEl}>
      <Text color="fg.muted" overflowWrap="anywhere">
        {text}
      </Text>
    </Modal>
  );
}
