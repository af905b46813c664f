import { MODULE, MODULE_LICENSES, MODULE_TECHNOLOGIES, formatNumber, countCharacters } from '@solvent/contracts';
import { Grid, InputGroup, Stack, Text } from '@solvent/ui';
import { FieldFrame, FieldInput, NativeSelect, TextAreaField, TextField } from '@solvent/ui/forms';
import { hasPayments } from '../../../module/settings.ts';
import type { UploadForm } from '../use-upload-form.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { FormSection } from './form-section.tsx';

const PRICE_OPTIONS = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
] as const;

function AmountField({ form }: Pick<UploadForm, 'form'>) {
  const { error, onChange: _formatted, ...field } = form.getFieldProps('priceAmount');
  const maxPrice = formatNumber(MODULE.priceMaxDollars);
  return (
    <FieldFrame label="Price Amount" error={error} help={`US dollars, $${MODULE.priceMinDollars} to $${maxPrice}, such as 9.50`}>
      <InputGroup startElement="$">
        <FieldInput
          {...field}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          fontVariantNumeric="tabular-nums"
          // Accepts pasted text such as "$1,200"; the rules read the comma.
          onChange={(event) => void form.setFieldValue('priceAmount', event.target.value.replaceAll('$', '').trimStart())}
        />
      </InputGroup>
    </FieldFrame>
  );
}

function PriceFields({ form }: Pick<UploadForm, 'form'>) {
  const { price } = form.values;
  function selectPrice(value: 'free' | 'paid') {
    // Clears an invalid amount, since its field is hidden.
    const amount = value === 'free' ? '' : form.values.priceAmount;
    void form.setValues({ ...form.values, price: value, priceAmount: amount });
  }
  return (
    <Stack gap="4">
      <ChoiceGroup type="radio" name="price" label="Price" options={PRICE_OPTIONS} selected={[price]} onToggle={selectPrice} />
      {price === 'paid' ? <AmountField form={form} /> : null}
      {price === 'paid' && !hasPayments() ? (
        <Text color="fg.muted">Paid modules cannot be bought here yet. Yours will be listed, but no one can download it.</Text>
      ) : null}
    </Stack>
  );
}

const TECHNOLOGY_OPTIONS = MODULE_TECHNOLOGIES.map((name) => ({ value: name as string, label: name }));

function TechStackField({ form }: Pick<UploadForm, 'form'>) {
  const { techStack } = form.values;
  function toggle(name: string) {
    const others = techStack.filter((selected) => selected !== name);
    void form.setFieldValue('techStack', others.length < techStack.length ? others : [...techStack, name]);
  }
  return (
    <ChoiceGroup
      type="checkbox"
      name="techStack"
      label="Tech Stack"
      options={TECHNOLOGY_OPTIONS}
      selected={techStack}
      onToggle={toggle}
      onBlur={() => void form.setFieldTouched('techStack')}
      help={`${techStack.length} of up to ${MODULE.techStackMax} chosen`}
      error={techStack.length > MODULE.techStackMax ? form.errors.techStack?.toString() : form.getFieldProps('techStack').error}
    />
  );
}

/** Buyers of a paid module get a purchase license instead (product 3.25). */
const PAID_LICENSE_HELP = 'Applies while the module is free. Buyers get the Standard or Extended license instead.';

function LicenseField({ form }: Pick<UploadForm, 'form'>) {
  const { error, ...field } = form.getFieldProps('license');
  return (
    <FieldFrame label="License" error={error} required {...(form.values.price === 'paid' ? { help: PAID_LICENSE_HELP } : {})}>
      <NativeSelect.Root>
        <NativeSelect.Field {...field}>
          <option value="">Choose a license</option>
          {MODULE_LICENSES.map((license) => (
            <option key={license} value={license}>
              {license}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

function KeyFeaturesField({ form }: Pick<UploadForm, 'form'>) {
  const { value, onChange: _setText, ...field } = form.getFieldProps('keyFeatures');
  return (
    <TextAreaField
      {...field}
      label="Key Features"
      help={`Optional. One per line, up to ${MODULE.keyFeaturesMax} of ${MODULE.keyFeatureMax} characters each`}
      rows={4}
      value={value.join('\n')}
      onChange={(event) => void form.setFieldValue('keyFeatures', event.target.value.split('\n'))}
    />
  );
}

interface InformationSectionProps extends Pick<UploadForm, 'form'> {
  /** Read-only. */
  slug: { value: string; error?: string | undefined; help: string };
}

export function InformationSection({ form, slug }: InformationSectionProps) {
  const count = countCharacters(form.values.description.trim());
  return (
    <FormSection title="Module Information">
      <TextField
        {...form.getFieldProps('title')}
        label="Title"
        help={`${MODULE.titleMin} to ${MODULE.titleMax} characters`}
        autoComplete="off"
        required
      />
      <TextField
        name="slug"
        label="Slug"
        value={slug.value}
        error={slug.error}
        help={slug.help}
        fontFamily="mono"
        readOnly
        bg="bg.muted"
      />
      <TextAreaField
        {...form.getFieldProps('description')}
        label="Description"
        help={`${count} of ${MODULE.descriptionMax} characters`}
        rows={3}
        required
      />
      <KeyFeaturesField form={form} />
      <TechStackField form={form} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <PriceFields form={form} />
        <LicenseField form={form} />
      </Grid>
    </FormSection>
  );
}
