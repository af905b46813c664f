import { BID, formatNumber, countCharacters } from '@solvent/contracts';
import type { Bid, MyBid } from '@solvent/contracts';
import { changeBidRules, parseNumber } from '@solvent/contracts/rules';
import { formatMoney, toCents, useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Grid, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, TextField, useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { SidePanel } from '@solvent/ui/overlays';
import { useId } from 'react';
import { useChangeBid, usePlaceBid } from '../api/bid-changes.ts';
import { isStaleWrite } from '../api/stale-write.ts';
import { AttachmentsField } from '../attachments/attachments-field.tsx';
import { UploadsFailedError, getFilesError, isDraftFile, useAttachments } from '../attachments/use-attachments.ts';
import { DollarsField } from '../problem/dollars-field.tsx';
import { bidDraftOptions } from './bid-draft.ts';
import type { BidSubject } from './bid-draft.ts';
import { formatBudgetDifference } from './bid-status.tsx';

/** Form values as typed; undefined while a field is empty. */
interface BidValues {
  amount: string | undefined;
  estimatedDays: string | undefined;
  message: string;
}

function useSubmitBid({ problemId, bid }: BidSubject, idempotencyKey: string) {
  const placeMutation = usePlaceBid();
  const changeMutation = useChangeBid();
  const send = (values: BidValues, attachments: string[]): Promise<Bid> => {
    const body = { ...changeBidRules.validateSync(values), attachments };
    return bid
      ? changeMutation.mutateAsync({ id: bid._id, body })
      : placeMutation.mutateAsync({ body: { problemId, ...body }, idempotencyKey });
  };
  return { send, isSending: placeMutation.isPending || changeMutation.isPending };
}

function useBidForm(subject: BidSubject, onDone: () => void) {
  const draft = usePersistedDraft(bidDraftOptions(subject));
  const { amount, estimatedDays, message, files, idempotencyKey } = draft.initialValue;
  const attachments = useAttachments(files.filter(isDraftFile));
  const { send, isSending } = useSubmitBid(subject, idempotencyKey);
  const form = useProductForm<BidValues>({
    initialValues: { amount: amount || undefined, estimatedDays: estimatedDays || undefined, message },
    rules: changeBidRules,
    onSubmit: async (values) => {
      try {
        await send(values, await attachments.waitForUploads());
        draft.clear();
        onDone();
      } catch (error) {
        if (error instanceof UploadsFailedError) toast.error(error.message, { cause: error });
        if (isStaleWrite(error)) onDone();
        throw error;
      }
    },
  });
  const { values } = form;
  const typed = { ...values, amount: values.amount ?? '', estimatedDays: values.estimatedDays ?? '' };
  useAutosave(draft, { ...typed, files: attachments.draftFiles, idempotencyKey });
  return { form, attachments, isSending };
}

type BidForm = ReturnType<typeof useBidForm>['form'];

function getAmountHelp(typed: string | undefined, budget: number): string {
  const amount = parseNumber(typed ?? '');
  return Number.isInteger(amount) && amount > 0
    ? formatBudgetDifference(amount, budget)
    : `The budget is ${formatMoney(toCents(budget))}`;
}

function AmountField({ form, budget }: { form: BidForm; budget: number }) {
  const { onChange: _onChange, ...field } = form.getFieldProps('amount');
  const setAmount = (amount: string | undefined) => void form.setFieldValue('amount', amount);
  return <DollarsField {...field} label="Amount" help={getAmountHelp(field.value, budget)} onValue={setAmount} />;
}

function DaysField({ form }: { form: BidForm }) {
  const { value, onChange: _onChange, ...field } = form.getFieldProps('estimatedDays');
  return (
    <TextField
      {...field}
      value={value ?? ''}
      label="Days"
      help={`${BID.daysMin} to ${BID.daysMax}`}
      inputMode="numeric"
      autoComplete="off"
      fontVariantNumeric="tabular-nums"
      onChange={(event) => void form.setFieldValue('estimatedDays', event.target.value.trim() || undefined)}
      required
    />
  );
}

function getCountText(length: number): string {
  const count = `${formatNumber(length)} of ${formatNumber(BID.messageMax)} characters`;
  return length < BID.messageMin ? `${count}, at least ${BID.messageMin}` : count;
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
        {getCountText(countCharacters(form.values.message.trim()))}
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
  const { form, attachments, isSending } = useBidForm({ userId, problemId: problem._id, bid }, onClose);
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
    <SidePanel open onClose={onClose} title={bid ? 'Edit your bid' : 'Bid on this problem'} footer={footer} isBusy={isSending}>
      <Text color="fg.muted" mb="5" overflowWrap="anywhere" dir="auto">
        {problem.title}
      </Text>
      {/* Text typed during the submit would be lost when the panel closes. */}
      <form id={formId} {...form.formProps} inert={form.isSubmitting}>
        <Stack gap="5">
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
            <AmountField form={form} budget={problem.budget} />
            <DaysField form={form} />
          </Grid>
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
