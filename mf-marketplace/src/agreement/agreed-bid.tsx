import type { PersonSummary } from '@solvent/contracts';
import { Box, LinkButton, Text } from '@solvent/ui';
import { MessageSquare } from 'lucide-react';
import type { DetailedProblem } from '../api/problems.ts';
import { BidFacts, BidMessage, BidState } from '../bid/bid-facts.tsx';
import { getMessagePath } from '../problem/message-link.tsx';
import { ProblemSection } from '../problem/problem-section.tsx';

function AcceptedBid({ problem: { acceptedBid, myBid, budget } }: { problem: DetailedProblem }) {
  const bid = acceptedBid ?? myBid;
  if (bid?.status !== 'accepted') return null;
  return (
    <ProblemSection title="Accepted bid">
      <BidFacts bid={bid} budget={budget} />
      <Box mt="2">
        <BidState bid={bid} />
      </Box>
      <BidMessage bid={bid} />
    </ProblemSection>
  );
}

/** The bid behind the agreement, and the way to the messages, for its two participants. */
export function Component({ problem, other }: { problem: DetailedProblem; other: PersonSummary | null }) {
  const path = other && getMessagePath(other, problem._id);
  return (
    <>
      <AcceptedBid problem={problem} />
      {path ? (
        <ProblemSection title="Messages">
          <Text color="fg.muted" mb="3" overflowWrap="anywhere">
            Only you and <bdi>{other.name}</bdi> can read them.
          </Text>
          <LinkButton size="sm" variant="outline" colorPalette="gray" to={path}>
            <MessageSquare size={14} aria-hidden />
            Open conversation
          </LinkButton>
        </ProblemSection>
      ) : null}
    </>
  );
}
