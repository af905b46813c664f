import { ApiError, useQuery } from '@solvent/http';
import { InlineSpinner, LinkButton, Notice } from '@solvent/ui';
import { Lock } from 'lucide-react';
import { FailedModule, UnknownModule } from '../../../module/module-failures.tsx';
import { EditForm } from './edit-form.tsx';
import { moduleToEditOptions } from './module-to-edit.ts';

const NotTheirs = ({ slug }: { slug: string }) => (
  <Notice
    as="h1"
    icon={Lock}
    title="This is not your module"
    text="Only the author of a module can edit it."
    action={<LinkButton to={`/toolbox/${encodeURIComponent(slug)}`}>View the module</LinkButton>}
  />
);

/** A module in the form: its author's, in whatever state it is. @param id its id or slug */
export function EditModule({ id, userId }: { id: string; userId: string }) {
  const { data: module, error, refetch } = useQuery(moduleToEditOptions(id));
  if (error instanceof ApiError && error.status === 404) return <UnknownModule />;
  if (error) return <FailedModule onRetry={() => void refetch()} />;
  if (!module) return <InlineSpinner size="lg" />;
  if (module.author._id !== userId) return <NotTheirs slug={module.slug} />;
  return <EditForm module={module} userId={userId} />;
}
