import { TextField } from '@solvent/ui/forms';
import type { UploadForm } from '../use-upload-form.ts';

export const RepositoryField = ({ form }: Pick<UploadForm, 'form'>) => (
  <TextField
    {...form.getFieldProps('repositoryUrl')}
    label="Repository URL"
    help="Optional"
    type="url"
    inputMode="url"
    placeholder="https://github.com/you/your-module"
    autoComplete="off"
  />
);
