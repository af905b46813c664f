import { Button, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';

export interface Question {
  title: string;
  text: string;
  /** What the button says that does it, and meanwhile. */
  action: string;
  busyAction: string;
  isDestructive?: boolean;
}

interface ConfirmDialogProps {
  question: Question;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  finalFocusEl: () => HTMLElement | null;
}

/** Asks once before the state of a problem is changed; stays open while the server decides. */
export function ConfirmDialog({ question, isPending, onConfirm, onClose, finalFocusEl }: ConfirmDialogProps) {
  const { title, text, action, busyAction, isDestructive = false } = question;
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button colorPalette={isDestructive ? 'red' : 'brand'} loading={isPending} loadingText={busyAction} onClick={onConfirm}>
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
