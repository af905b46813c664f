import { MarkdownField } from '@solvent/ui/markdown';
import type { ComponentProps } from 'react';

type DocumentationFieldProps = Pick<ComponentProps<typeof MarkdownField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>;

export const DocumentationField = (props: DocumentationFieldProps) => (
  <MarkdownField
    {...props}
    label="Documentation"
    help="Markdown: how to install, set up and use it. Shown on the module page."
    writeLabel="Edit"
    headingsFrom={3}
    required
  />
);
