import type { Bid, Problem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Box, Button, Heading, Notice, Panel, Skeleton, Span, Stack, useDelayed } from '@solvent/ui';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { OwnBid } from './own-bid.tsx';
import { PosterBids } from './poster-bids.tsx';
import { problemBidsOptions } from './problem-bids-query.ts';

interface ProblemBidsProps {
  problem: Pick<Problem, '_id' | 'title' | 'status' | 'budget' | 'user'>;
}

function Section({ heading, count, children }: { heading: string; count?: number; children: ReactNode }) {
  const headingId = useId();
  return (
    <Box as="section" aria-labelledby={headingId} borderTopWidth="1px" pt="6" mt="8">
      <Heading as="h2" id={headingId} textStyle="sectionTitle" mb="4">
        {heading}
        {count ? (
          <Span color="fg.subtle" fontWeight="400" ms="2" fontVariantNumeric="tabular-nums">
            {count}
          </Span>
        ) : null}
      </Heading>
      {children}
    </Box>
  );
}

function BidsSkeleton() {
  const isLate = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading" gap="3" minH="160px">
      {isLate ? (
        <Panel>
          <Stack gap="3">
            <Skeleton h="32px" w="200px" />
            <Skeleton h="24px" w="160px" />
            <Skeleton h="52px" />
          </Stack>
        </Panel>
      ) : null}
    </Stack>
  );
}

function FailedBids({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Notice
      icon={CircleAlert}
      tone="error"
      title={text}
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

function BidsForPoster({ problem }: ProblemBidsProps) {
  const { data, isPending, refetch } = useQuery(problemBidsOptions(problem._id));
  return (
    <Section heading="Bids" count={data?.count ?? 0}>
      {data ? <PosterBids bids={data.bids} problem={problem} /> : null}
      {isPending ? <BidsSkeleton /> : null}
      {data || isPending ? null : <FailedBids text="The bids could not be loaded" onRetry={() => void refetch()} />}
    </Section>
  );
}

const newest = (bids: readonly Bid[]): Bid | undefined =>
  bids.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];

/** Most who look at a problem have no bid on it: nothing stands there until one is known. */
function BidForSolver({ problem }: ProblemBidsProps) {
  const { data, isPending, refetch } = useQuery(problemBidsOptions(problem._id));
  const bid = newest(data?.bids ?? []);
  if (isPending || (data && !bid)) return null;
  return (
    <Section heading="Your bid">
      {bid ? (
        <OwnBid bid={bid} problem={problem} />
      ) : (
        <FailedBids text="Your bid could not be loaded" onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

/** The bids on a problem as this viewer may see them: all, the own one, or none. */
export function ProblemBids({ problem }: ProblemBidsProps) {
  const userId = useSession((state) => state.userData?._id);
  if (!userId) return null;
  return userId === problem.user._id ? <BidsForPoster problem={problem} /> : <BidForSolver problem={problem} />;
}
