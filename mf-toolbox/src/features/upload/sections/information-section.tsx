import { MODULE, MODULE_LICENSES, MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { Grid } from '@solvent/ui';
import { FieldFrame, NativeSelect, TextAreaField, TextField } from '@solvent/ui/forms';
import type { UploadForm } from '../use-upload-form.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { FormSection } from './form-section.tsx';
import { PriceFields } from './price-fields.tsx';

const TECHNOLOGIES = MODULE_TECHNOLOGIES.map((name) => ({ value: name as string, label: name }));

function TechStackField({ form }: Pick<UploadForm, 'form'>) {
  const { techStack } = form.values;
  function toggle(name: string) {
    const others = techStack.filter((known) => known !== name);
    void form.setFieldValue('techStack', others.length < techStack.length ? others : [...techStack, name]);
  }
  return (
    <ChoiceGroup
      type="checkbox"
      name="techStack"
      label="Tech Stack"
      options={TECHNOLOGIES}
      chosen={techStack}
      onChoose={toggle}
      onLeave={() => void form.setFieldTouched('techStack')}
      help={`${techStack.length} of up to ${MODULE.techStackMax} chosen`}
      error={techStack.length > MODULE.techStackMax ? form.errors.techStack?.toString() : form.fieldOf('techStack').error}
    />
  );
}

function LicenseField({ form }: Pick<UploadForm, 'form'>) {
  const { error, ...field } = form.fieldOf('license');
  return (
    <FieldFrame label="License" error={error} required>
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

interface InformationSectionProps extends Pick<UploadForm, 'form'> {
  /** The module's address: shown, never typed. */
  slug: { value: string; error?: string | undefined; help: string };
}

/** What the module is, what it is made with, and what it costs. */
export function InformationSection({ form, slug }: InformationSectionProps) {
  const count = form.values.description.trim().length;
  return (
    <FormSection title="Module Information">
      <TextField
        {...form.fieldOf('title')}
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
        {...form.fieldOf('description')}
        label="Description"
        help={`${count} of ${MODULE.descriptionMax} characters`}
        rows={3}
        required
      />
      <TechStackField form={form} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <PriceFields form={form} />
        <LicenseField form={form} />
      </Grid>
    </FormSection>
  );
}
