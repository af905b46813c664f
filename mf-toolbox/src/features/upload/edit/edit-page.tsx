import { isNotFound, queryOptions, useQuery } from '@solvent/http';
import { useParams } from '@solvent/router';
import { useSession } from '@solvent/store';
import { EmptyState, InlineSpinner, LinkButton, Page } from '@solvent/ui';
import { Lock } from 'lucide-react';
import { fetchModule } from '../../../api/modules.ts';
import { ModuleLoadError, ModuleNotFound } from '../../../module/module-errors.tsx';
import { EditForm } from './edit-form.tsx';

/** Fetched once per form, under its own key: invalidated modules must not overwrite what is being typed. */
const moduleToEditOptions = (id: string) =>
  queryOptions({
    queryKey: ['module-to-edit', id],
    queryFn: ({ signal }) => fetchModule(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

const NotYourModule = ({ slug }: { slug: string }) => (
  <EmptyState
    as="h1"
    icon={Lock}
    title="This is not your module"
    text="Only the author of a module can edit it."
    action={<LinkButton to={`/toolbox/${encodeURIComponent(slug)}`}>View the module</LinkButton>}
  />
);

/** @param id its id or slug */
function EditModule({ id, userId }: { id: string; userId: string }) {
  const { data: module, error, refetch } = useQuery(moduleToEditOptions(id));
  if (isNotFound(error)) return <ModuleNotFound />;
  if (error) return <ModuleLoadError error={error} onRetry={() => void refetch()} />;
  if (!module) return <InlineSpinner size="lg" />;
  if (module.author._id !== userId) return <NotYourModule slug={module.slug} />;
  return <EditForm module={module} userId={userId} />;
}

/** /toolbox/{moduleId}/edit (product 2.38). Signed-in users only. */
export function Component() {
  const { moduleId = '' } = useParams();
  const userId = useSession((state) => state.userData?._id);
  if (!userId) return null;
  return (
    <Page measure="reading">
      <EditModule key={`${userId}.${moduleId}`} id={moduleId} userId={userId} />
    </Page>
  );
}
