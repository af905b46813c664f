import { useSession } from '@solvent/store';
import { Button, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import type { BidDialogProps } from './bid-dialog.tsx';
import { BidFields } from './bid-fields.tsx';
import { useBidForm } from './use-bid-form.ts';

type FormDialogProps = Omit<BidDialogProps, 'open'>;

function BidFormDialog({ problem, bid = null, onClose, userId }: FormDialogProps & { userId: string }) {
  const form = useBidForm({ userId, problemId: problem._id, bid }, onClose);
  const formId = useId();
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} loading={form.isSubmitting} loadingText={bid ? 'Saving…' : 'Placing…'}>
        {bid ? 'Save bid' : 'Place bid'}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={bid ? 'Edit your bid' : 'Bid on this problem'} footer={footer}>
      <Text color="fg.muted" mb="5" overflowWrap="anywhere">
        {problem.title}
      </Text>
      <form id={formId} {...form.formProps}>
        <BidFields form={form} budget={problem.budget} />
      </form>
    </Modal>
  );
}

/** The dialog of a bid, for who is signed in. */
export function Component(props: FormDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <BidFormDialog {...props} userId={userId} /> : null;
}
