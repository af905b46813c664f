import { BID } from '@solvent/contracts';
import type { Bid } from '@solvent/contracts';
import { rejectBidRules } from '@solvent/contracts/rules';
import { Button, Text } from '@solvent/ui';
import { FormFailure, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId, useRef } from 'react';
import type { RefObject } from 'react';
import { useRejectBid } from '../api/bid-changes.ts';
import { isStaleWrite } from '../api/stale-write.ts';

interface RejectDialogProps {
  bid: Bid;
  button: RefObject<HTMLElement | null>;
  getFallbackFocus: () => HTMLElement | null;
  onClose: () => void;
}

function useRejectForm(bid: Bid, onDone: () => void) {
  const { mutateAsync: reject } = useRejectBid();
  return useProductForm({
    initialValues: { reason: '' },
    rules: rejectBidRules,
    onSubmit: async ({ reason }) => {
      try {
        await reject({ id: bid._id, body: { reason: reason.trim() || undefined } });
        onDone();
      } catch (error) {
        if (isStaleWrite(error)) onDone();
        throw error;
      }
    },
  });
}

export function Component({ bid, button, getFallbackFocus, onClose }: RejectDialogProps) {
  const { name } = bid.solver;
  const formId = useId();
  const isDecided = useRef(false);
  const form = useRejectForm(bid, () => {
    isDecided.current = true;
    onClose();
  });
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={form.isSubmitting} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} colorPalette="red" loading={form.isSubmitting} loadingText="Rejecting…">
        Reject
      </Button>
    </>
  );
  const finalFocusEl = () => (isDecided.current || !button.current?.isConnected ? getFallbackFocus() : button.current);
  return (
    <Modal
      open
      onClose={onClose}
      title="Reject this bid?"
      size="sm"
      footer={footer}
      isBusy={form.isSubmitting}
      finalFocusEl={finalFocusEl}
    >
      <form id={formId} {...form.formProps}>
        <Text color="fg.muted" mb="4" overflowWrap="anywhere">
          {name} will be notified, with your reason if you give one.
        </Text>
        <TextAreaField
          {...form.getFieldProps('reason')}
          label="Reason (optional)"
          help={`Up to ${BID.reasonMax} characters, visible only to ${name}`}
          rows={3}
        />
        <FormFailure text={form.failureText} />
      </form>
    </Modal>
  );
}
