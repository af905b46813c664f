import { BID } from '@solvent/contracts';
import { Box, Grid, Input, InputGroup, Stack, Text } from '@solvent/ui';
import { FieldFrame, TextAreaField, TextField } from '@solvent/ui/forms';
import { dollars } from '../problem/money.ts';
import { budgetDifference } from './budget-difference.ts';
import type { BidForm } from './use-bid-form.ts';

/** People paste "$1,200". */
const withoutSigns = (typed: string) => typed.replaceAll(/[$,\s]/g, '');

function amountHelp(typed: string | undefined, budget: number): string {
  const amount = Number(typed);
  return Number.isInteger(amount) && amount > 0 ? budgetDifference(amount, budget) : `The budget is ${dollars(budget)}`;
}

function AmountField({ form, budget }: { form: BidForm; budget: number }) {
  const { error, value, onChange: _formatted, ...field } = form.fieldOf('amount');
  return (
    <FieldFrame label="Amount" error={error} help={amountHelp(value, budget)} required>
      <InputGroup startElement="$">
        <Input
          {...field}
          value={value ?? ''}
          inputMode="numeric"
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          onChange={(event) => void form.setFieldValue('amount', withoutSigns(event.target.value) || undefined)}
        />
      </InputGroup>
    </FieldFrame>
  );
}

function DaysField({ form }: { form: BidForm }) {
  const { value, onChange: _formatted, ...field } = form.fieldOf('estimatedDays');
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

function counted(length: number): string {
  const count = `${length.toLocaleString('en-US')} of ${BID.messageMax.toLocaleString('en-US')} characters`;
  return length < BID.messageMin ? `${count}, at least ${BID.messageMin}` : count;
}

function MessageField({ form }: { form: BidForm }) {
  return (
    <Box>
      <TextAreaField
        {...form.fieldOf('message')}
        label="Message"
        placeholder="How you would go about it, and what you have done like it"
        required
      />
      <Text textStyle="meta" color="fg.subtle" textAlign="end" mt="1" fontVariantNumeric="tabular-nums">
        {counted(form.values.message.trim().length)}
      </Text>
    </Box>
  );
}

/** Amount, days and message of a bid. */
export function BidFields({ form, budget }: { form: BidForm; budget: number }) {
  return (
    <Stack gap="5">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <AmountField form={form} budget={budget} />
        <DaysField form={form} />
      </Grid>
      <MessageField form={form} />
    </Stack>
  );
}
