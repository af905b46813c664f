import { MODULE } from '@solvent/contracts';
import { Input, InputGroup, Stack, Text } from '@solvent/ui';
import { FieldFrame } from '@solvent/ui/forms';
import { sellsModules } from '../../../module/selling.ts';
import type { UploadForm } from '../use-upload-form.ts';
import { ChoiceGroup } from './choice-group.tsx';

const PRICES = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
] as const;

/** People paste "$1,200". The comma of "12,50" stays: without it that would be a hundred times as much. */
const withoutSigns = (typed: string) => typed.replaceAll(/[$\s]|,(?=\d{3}(?!\d))/g, '');

function AmountField({ form }: Pick<UploadForm, 'form'>) {
  const { error, onChange: _formatted, ...field } = form.fieldOf('priceAmount');
  const most = MODULE.priceMaxDollars.toLocaleString('en-US');
  return (
    <FieldFrame label="Price Amount" error={error} help={`US dollars, $${MODULE.priceMinDollars} to $${most}`}>
      <InputGroup startElement="$">
        <Input
          {...field}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          fontVariantNumeric="tabular-nums"
          onChange={(event) => void form.setFieldValue('priceAmount', withoutSigns(event.target.value))}
        />
      </InputGroup>
    </FieldFrame>
  );
}

/** Free, or what it costs. */
export function PriceFields({ form }: Pick<UploadForm, 'form'>) {
  const { price } = form.values;
  function choose(value: 'free' | 'paid') {
    // An amount that nobody sees cannot be put right.
    const amount = value === 'free' ? '' : form.values.priceAmount;
    void form.setValues({ ...form.values, price: value, priceAmount: amount });
  }
  return (
    <Stack gap="4">
      <ChoiceGroup type="radio" name="price" label="Price" options={PRICES} chosen={[price]} onChoose={choose} />
      {price === 'paid' ? <AmountField form={form} /> : null}
      {price === 'paid' && !sellsModules() ? (
        <Text color="fg.muted">
          Modules with a price cannot be bought here yet: yours is shown with its price, and nobody can download it meanwhile.
        </Text>
      ) : null}
    </Stack>
  );
}
