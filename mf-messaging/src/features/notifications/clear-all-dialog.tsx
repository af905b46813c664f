import { Button, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';

interface ClearAllDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Where the focus goes when nothing is left to clear. */
  finalFocusEl: () => HTMLElement | null;
}

/** Asks once before everything is gone. */
export function ClearAllDialog({ open, onClose, onConfirm, finalFocusEl }: ClearAllDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Clear all notifications?"
      size="sm"
      finalFocusEl={finalFocusEl}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button colorPalette="red" onClick={onConfirm}>
            Clear all
          </Button>
        </>
      }
    >
      <Text color="fg.muted">They are removed for good, read and unread ones alike.</Text>
    </Modal>
  );
}
