import { DocumentationField } from '../documentation/documentation-field.tsx';
import { SyntaxHelp } from '../documentation/syntax-help.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';

/** How the module is used, in markdown. */
export function DocumentationSection({ form }: Pick<UploadForm, 'form'>) {
  return (
    <FormSection title="Documentation" action={<SyntaxHelp />}>
      <DocumentationField {...form.fieldOf('documentation')} />
    </FormSection>
  );
}
