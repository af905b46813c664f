import { ApiError, useQuery } from '@solvent/http';
import { useParams } from '@solvent/router';
import { Page, usePageTitle } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect } from 'react';
import { moduleOptions } from '../../module/module-query.ts';
import { FailedModule, UnknownModule } from '../../module/module-failures.tsx';
import { ModuleSkeleton } from './module-skeleton.tsx';
import { ModuleView } from './module-view.tsx';

function ModuleAt({ id }: { id: string }) {
  const { data: module, error, refetch } = useQuery(moduleOptions(id));
  // The code that shows the documentation comes while the rest is read.
  useEffect(() => void preloadMarkdown(), []);
  usePageTitle(module?.title);

  if (error instanceof ApiError && error.status === 404) return <UnknownModule />;
  if (module) return <ModuleView module={module} />;
  if (error) return <FailedModule onRetry={() => void refetch()} />;
  return <ModuleSkeleton />;
}

/** /toolbox/{moduleId}: a module, by its id or its slug (spec 2). */
export function Component() {
  const { moduleId = '' } = useParams();
  return (
    <Page>
      <ModuleAt key={moduleId} id={moduleId} />
    </Page>
  );
}
