import { Button, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';

interface EndOthersDialogProps {
  count: number;
  onClose: () => void;
  onConfirm: () => void;
  finalFocusEl: () => HTMLElement | null;
}

/** Asks once before the other devices are signed out. */
export function EndOthersDialog({ count, onClose, onConfirm, finalFocusEl }: EndOthersDialogProps) {
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button colorPalette="red" onClick={onConfirm}>
        {count === 1 ? 'Sign out 1 device' : `Sign out ${count} devices`}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title="Sign out everywhere else?" size="sm" footer={footer} finalFocusEl={finalFocusEl}>
      <Text color="fg.muted">Only this device stays signed in. What is open elsewhere ends at once.</Text>
    </Modal>
  );
}
