import type { Problem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { lazyComponent, Skeleton } from '@solvent/ui';
import { problemBidsOptions } from '../api/bids.ts';
import { TabSection } from '../problem/problem-section.tsx';

const PosterBids = lazyComponent(() => import(/* webpackChunkName: "poster-bids" */ './poster-bids.tsx'));

/** Loads in parallel with the bids, to avoid a layout shift. */
export const preloadPosterBids = (): Promise<void> => PosterBids.preload();

const BidsSkeleton = () => (
  <SkeletonRegion label="Loading bids" minH="320px" gap="5">
    {['36px', '96px', '96px'].map((height, index) => (
      <Skeleton key={index} h={height} />
    ))}
  </SkeletonRegion>
);

interface BidsForPosterProps {
  problem: Pick<Problem, '_id' | 'status' | 'budget'>;
}

/** All bids, for the problem's poster (product 2.20). The code is a chunk that only posters load. */
export function BidsForPoster({ problem }: BidsForPosterProps) {
  const { data, isPending, error, refetch } = useQuery(problemBidsOptions(problem._id));
  const failed = (retry: () => void) => <LoadError title="The bids could not be loaded" error={error} onRetry={retry} />;
  return (
    <TabSection title="Bids" count={data?.count ?? 0}>
      {data ? <PosterBids bids={data.bids} problem={problem} fallback={<BidsSkeleton />} renderLoadError={failed} /> : null}
      {isPending ? <BidsSkeleton /> : null}
      {data || isPending ? null : failed(() => void refetch())}
    </TabSection>
  );
}
