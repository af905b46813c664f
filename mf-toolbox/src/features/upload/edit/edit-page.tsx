import { isNotFound, queryOptions, useQuery } from '@solvent/http';
import { useParams } from '@solvent/router';
import { useSession } from '@solvent/store';
import { EmptyState, InlineSpinner, LinkButton, Page } from '@solvent/ui';
import { Lock } from 'lucide-react';
import { fetchModule } from '../../../api/modules.ts';
import { ModuleLoadError, ModuleNotFound } from '../../../module/module-errors.tsx';
import { EditForm } from './edit-form.tsx';

/**
 * `GET /modules/{id}`, once for a form: what changes on the server meanwhile must not take away what is being typed. So its
 * key is none of the modules', which are asked for again at every change.
 */
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

/** A module in the form: its author's, in whatever state it is. @param id its id or slug */
function EditModule({ id, userId }: { id: string; userId: string }) {
  const { data: module, error, refetch } = useQuery(moduleToEditOptions(id));
  if (isNotFound(error)) return <ModuleNotFound />;
  if (error) return <ModuleLoadError error={error} onRetry={() => void refetch()} />;
  if (!module) return <InlineSpinner size="lg" />;
  if (module.author._id !== userId) return <NotYourModule slug={module.slug} />;
  return <EditForm module={module} userId={userId} />;
}

/** /toolbox/{moduleId}/edit: the texts of an own module. The shell lets only signed-in people in. */
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
