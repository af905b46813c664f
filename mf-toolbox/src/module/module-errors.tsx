import { LoadError, useListLink } from '@solvent/kit';
import { EmptyState, LinkButton } from '@solvent/ui';
import { PackageX } from 'lucide-react';

/** Unknown module, or one that the viewer may not see (product 2.33). */
export function ModuleNotFound() {
  const listLink = useListLink('solvent.list.modules', '/toolbox');
  return (
    <EmptyState
      as="h1"
      icon={PackageX}
      title="Module not found"
      text="The module you're looking for doesn't exist or has been removed."
      action={<LinkButton {...listLink}>Back to Toolbox</LinkButton>}
    />
  );
}

export const ModuleLoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <LoadError size="page" title="The module could not be loaded" error={error} onRetry={onRetry} />
);
