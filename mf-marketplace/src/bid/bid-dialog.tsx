import { BID, formatNumber } from '@solvent/contracts';
import type { Bid, MyBid } from '@solvent/contracts';
import { changeBidRules } from '@solvent/contracts/rules';
import { formatMoney, toCents, useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Grid, Stack, Text, toast } from '@solvent/ui';
import { TextField, useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { SidePanel } from '@solvent/ui/overlays';
import { useId } from 'react';
import { useChangeBid, usePlaceBid } from '../api/bid-changes.ts';
import { isOvertaken } from '../api/overtaken.ts';
import { AttachmentsField } from '../attachments/attachments-field.tsx';
import { FilesMissing, filesError, isStoredFile, useAttachments } from '../attachments/use-attachments.ts';
import { DollarsField } from '../problem/dollars-field.tsx';
import { bidDraft } from './bid-draft.ts';
import type { BidSubject } from './bid-draft.ts';
import { budgetDifference } from './bid-status.tsx';

/** What the form holds while it is filled in: figures as typed, missing while nothing is. */
interface BidValues {
  amount: string | undefined;
  estimatedDays: string | undefined;
  message: string;
}

function useSend({ problemId, bid }: BidSubject, idempotencyKey: string) {
  const place = usePlaceBid();
  const change = useChangeBid();
  const send = (values: BidValues, attachments: string[]): Promise<Bid> => {
    const body = { ...changeBidRules.validateSync(values), attachments };
    return bid ? change.mutateAsync({ id: bid._id, body }) : place.mutateAsync({ body: { problemId, ...body }, idempotencyKey });
  };
  return { send, isSending: place.isPending || change.isPending };
}

/** The form of a bid, its draft, and sending it. `onDone`: it was taken, or there is nothing to bid on any more. */
function useBidForm(subject: BidSubject, onDone: () => void) {
  const draft = usePersistedDraft(bidDraft(subject));
  const { amount, estimatedDays, message, files, idempotencyKey } = draft.initialValue;
  const attachments = useAttachments(files.filter(isStoredFile));
  const { send, isSending } = useSend(subject, idempotencyKey);
  const form = useProductForm<BidValues>({
    initialValues: { amount: amount || undefined, estimatedDays: estimatedDays || undefined, message },
    rules: changeBidRules,
    onSubmit: async (values) => {
      try {
        await send(values, await attachments.settled());
        draft.clear();
        onDone();
      } catch (error) {
        if (error instanceof FilesMissing) toast.error(error.message);
        if (isOvertaken(error)) onDone();
        throw error;
      }
    },
  });
  const { values } = form;
  const typed = { ...values, amount: values.amount ?? '', estimatedDays: values.estimatedDays ?? '' };
  useAutosave(draft, { ...typed, files: attachments.files, idempotencyKey });
  return { form, attachments, isSending };
}

type BidForm = ReturnType<typeof useBidForm>['form'];

function amountHelp(typed: string | undefined, budget: number): string {
  const amount = Number(typed);
  return Number.isInteger(amount) && amount > 0
    ? budgetDifference(amount, budget)
    : `The budget is ${formatMoney(toCents(budget))}`;
}

function AmountField({ form, budget }: { form: BidForm; budget: number }) {
  const { onChange: _formatted, ...field } = form.getFieldProps('amount');
  const setAmount = (amount: string | undefined) => void form.setFieldValue('amount', amount);
  return <DollarsField {...field} label="Amount" help={amountHelp(field.value, budget)} onValue={setAmount} />;
}

function DaysField({ form }: { form: BidForm }) {
  const { value, onChange: _formatted, ...field } = form.getFieldProps('estimatedDays');
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

function messageCount(length: number): string {
  const count = `${formatNumber(length)} of ${formatNumber(BID.messageMax)} characters`;
  return length < BID.messageMin ? `${count}, at least ${BID.messageMin}` : count;
}

function MessageField({ form }: { form: BidForm }) {
  return (
    <Box>
      <MarkdownField
        {...form.getFieldProps('message')}
        label="Message"
        placeholder="How you would go about it, and what you have done like it"
        minH="140px"
        headingsFrom={3}
        dir="auto"
        required
      />
      <Text textStyle="meta" color="fg.subtle" textAlign="end" mt="1" fontVariantNumeric="tabular-nums">
        {messageCount(form.values.message.trim().length)}
      </Text>
    </Box>
  );
}

interface BidDialogProps {
  problem: Pick<MyBid['problem'], '_id' | 'title' | 'budget'>;
  /** The pending bid that is changed; without it a new one is placed. */
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
    // While it is written the problem stays in sight where there is room. Until the files are uploaded nothing is sent.
    <SidePanel open onClose={onClose} title={bid ? 'Edit your bid' : 'Bid on this problem'} footer={footer} isBusy={isSending}>
      <Text color="fg.muted" mb="5" overflowWrap="anywhere" dir="auto">
        {problem.title}
      </Text>
      {/* What is typed after the submit would be lost with the panel. */}
      <form id={formId} {...form.formProps} inert={form.isSubmitting}>
        <Stack gap="5">
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
            <AmountField form={form} budget={problem.budget} />
            <DaysField form={form} />
          </Grid>
          <MessageField form={form} />
          <AttachmentsField attachments={attachments} error={filesError(form.errors, attachments.items)} />
        </Stack>
      </form>
    </SidePanel>
  );
}

/** Places or changes a bid, for who is signed in: beside the problem on large screens, over it on small ones (product 2.42). */
export function Component(props: BidDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <BidDialog {...props} userId={userId} /> : null;
}
