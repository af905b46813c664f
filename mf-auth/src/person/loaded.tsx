import { LoadError, SkeletonRegion } from '@solvent/kit';
import { Skeleton } from '@solvent/ui';
import type { ReactNode } from 'react';

const RowsSkeleton = () => (
  <SkeletonRegion minH="140px" gap="4">
    {['70%', '85%', '60%'].map((width) => (
      <Skeleton key={width} h="9" w={width} />
    ))}
  </SkeletonRegion>
);

interface LoadedProps<Data> {
  query: { data: Data | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  /** Begins the error: "Your devices could not be loaded." */
  name: string;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query; until then a skeleton, or why it failed. */
export function Loaded<Data>({ query, name, skeleton, children }: LoadedProps<Data>) {
  const { data, isPending, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending) return skeleton ?? <RowsSkeleton />;
  return <LoadError size="inline" title={`${name} could not be loaded.`} error={error} onRetry={() => void refetch()} />;
}
