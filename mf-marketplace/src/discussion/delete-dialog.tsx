import { Button, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';

interface DeleteDialogProps {
  /** What is deleted. */
  kind: 'question' | 'answer';
  onClose: () => void;
  onConfirm: () => void;
  finalFocusEl: () => HTMLElement | null;
}

/** Asks once before words are gone for good. */
export function DeleteDialog({ kind, onClose, onConfirm, finalFocusEl }: DeleteDialogProps) {
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button colorPalette="red" onClick={onConfirm}>
        Delete {kind}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={`Delete this ${kind}?`} size="sm" footer={footer} finalFocusEl={finalFocusEl}>
      <Text color="fg.muted">Its words are gone for good.{kind === 'question' ? ' Answers to it stay.' : ''}</Text>
    </Modal>
  );
}
