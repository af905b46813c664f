import { BID } from '@solvent/contracts';
import type { Bid } from '@solvent/contracts';
import { rejectBidRules } from '@solvent/contracts/rules';
import { TextAreaField, useProductForm } from '@solvent/ui/forms';
import { useRef } from 'react';
import type { RefObject } from 'react';
import { useRejectBid } from '../api/bid-changes.ts';
import { ignoreStaleWrite } from '../api/stale-write.ts';
import { FormDialog } from '../problem/form-dialog.tsx';

interface RejectDialogProps {
  bid: Bid;
  button: RefObject<HTMLElement | null>;
  getFallbackFocus: () => HTMLElement | null;
  onClose: () => void;
}

export function Component({ bid, button, getFallbackFocus, onClose }: RejectDialogProps) {
  const { name } = bid.solver;
  const isDecided = useRef(false);
  const { mutateAsync: reject } = useRejectBid();
  const form = useProductForm({
    initialValues: { reason: '' },
    rules: rejectBidRules,
    onSubmit: async ({ reason }) => {
      await reject({ id: bid._id, body: { reason: reason.trim() || undefined } }).catch(ignoreStaleWrite);
      isDecided.current = true;
      onClose();
    },
  });
  return (
    <FormDialog
      title="Reject this bid?"
      text={`${name} will be notified, with your reason if you give one.`}
      form={form}
      submitLabel="Reject"
      busyLabel="Rejecting…"
      isDestructive
      size="sm"
      onClose={onClose}
      finalFocusEl={() => (isDecided.current || !button.current?.isConnected ? getFallbackFocus() : button.current)}
    >
      <TextAreaField
        {...form.getFieldProps('reason')}
        label="Reason (optional)"
        help={`Up to ${BID.reasonMax} characters, visible only to ${name}`}
        rows={3}
      />
    </FormDialog>
  );
}
