import { BID } from '@solvent/contracts';
import type { Bid, MyBid } from '@solvent/contracts';
import { changeBidRules, parseNumber } from '@solvent/contracts/rules';
import { formatMoney, toCents, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Stack, Text } from '@solvent/ui';
import { FormFailure } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { SidePanel } from '@solvent/ui/overlays';
import { useId } from 'react';
import { useChangeBid, usePlaceBid } from '../api/bid-changes.ts';
import { AttachmentsField } from '../attachments/attachments-field.tsx';
import { getFilesError, useAttachments } from '../attachments/use-attachments.ts';
import { formatLength, useDraftForm, useFinalFocus } from '../problem/form-dialog.tsx';
import { DaysField, DollarsField, FieldPair } from '../problem/number-fields.tsx';
import { bidDraftOptions } from './bid-draft.ts';
import type { BidDraft, BidSubject } from './bid-draft.ts';
import { formatBudgetDifference } from './bid-status.tsx';

function useSubmitBid({ problemId, bid }: BidSubject, idempotencyKey: string) {
  const placeMutation = usePlaceBid();
  const changeMutation = useChangeBid();
  const send = ({ amount, estimatedDays, message }: BidDraft, attachments: string[]): Promise<Bid> => {
    const body = { ...changeBidRules.validateSync({ amount, estimatedDays, message }), attachments };
    return bid
      ? changeMutation.mutateAsync({ id: bid._id, body })
      : placeMutation.mutateAsync({ body: { problemId, ...body }, idempotencyKey });
  };
  return { send, isSending: placeMutation.isPending || changeMutation.isPending };
}

function useBidForm(subject: BidSubject, onClose: () => void) {
  const draft = usePersistedDraft(bidDraftOptions(subject));
  const { files, idempotencyKey } = draft.initialValue;
  const attachments = useAttachments(files);
  const { send, isSending } = useSubmitBid(subject, idempotencyKey);
  const form = useDraftForm(draft, {
    rules: changeBidRules,
    saved: { files: attachments.draftFiles },
    send: async (values) => send(values, await attachments.waitForUploads()),
    onClose,
  });
  return { form, attachments, isSending };
}

type BidForm = ReturnType<typeof useBidForm>['form'];

function getAmountHelp(typed: string, budget: number): string {
  const amount = parseNumber(typed);
  return Number.isInteger(amount) && amount > 0
    ? formatBudgetDifference(amount, budget)
    : `The budget is ${formatMoney(toCents(budget))}`;
}

function MessageField({ form }: { form: BidForm }) {
  return (
    <Box>
      <MarkdownField
        {...form.getFieldProps('message')}
        label="Message"
        placeholder="Describe your approach and similar work you have done"
        minH="140px"
        headingsFrom={3}
        dir="auto"
        required
      />
      <Text textStyle="meta" color="fg.subtle" textAlign="end" mt="1" fontVariantNumeric="tabular-nums">
        {formatLength(form.values.message, BID.messageMax, BID.messageMin)}
      </Text>
    </Box>
  );
}

interface BidDialogProps {
  problem: Pick<MyBid['problem'], '_id' | 'title' | 'budget'>;
  bid?: Bid | null | undefined;
  onClose: () => void;
}

function BidDialog({ problem, bid = null, onClose, userId }: BidDialogProps & { userId: string }) {
  const { finalFocusEl, focusTitle } = useFinalFocus();
  const { form, attachments, isSending } = useBidForm({ userId, problemId: problem._id, bid }, () => {
    focusTitle();
    onClose();
  });
  const formId = useId();
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isSending} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} loading={form.isSubmitting} loadingText={bid ? 'Saving…' : 'Placing…'}>
        {bid ? 'Save bid' : 'Place bid'}
      </Button>
    </>
  );
  return (
    <SidePanel
      open
      onClose={onClose}
      title={bid ? 'Edit your bid' : 'Bid on this problem'}
      footer={footer}
      isBusy={isSending}
      // The problem's page replaces "Place bid".
      finalFocusEl={bid ? undefined : finalFocusEl}
    >
      <Text color="fg.muted" mb="5" overflowWrap="anywhere" dir="auto">
        {problem.title}
      </Text>
      {/* Text typed during the submit would be lost when the panel closes. */}
      <form id={formId} {...form.formProps} inert={form.isSubmitting}>
        <Stack gap="5">
          <FieldPair>
            <DollarsField
              {...form.getFieldProps('amount')}
              label="Amount"
              help={getAmountHelp(form.values.amount, problem.budget)}
            />
            <DaysField {...form.getFieldProps('estimatedDays')} label="Days" />
          </FieldPair>
          <MessageField form={form} />
          <AttachmentsField attachments={attachments} error={getFilesError(form.errors, attachments.items)} />
          <FormFailure text={form.failureText} />
        </Stack>
      </form>
    </SidePanel>
  );
}

/** Places or edits a bid: beside the problem on large screens, over it on small ones (product 2.42). */
export function Component(props: BidDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <BidDialog {...props} userId={userId} /> : null;
}
