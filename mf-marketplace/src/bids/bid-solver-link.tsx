import type { BidSolver } from '@solvent/contracts';
import { Flex, PersonAvatar, Span, Text } from '@solvent/ui';
import { PersonLink } from '../person/person-link.tsx';
import { PersonRating } from '../person/person-rating.tsx';

/** Who bids, what others say of them, and the way to their page. */
export function BidSolverLink({ solver, id }: { solver: BidSolver; id: string }) {
  return (
    <Flex align="center" gap="2.5" minW="0">
      <PersonAvatar person={solver} diameter={32} />
      <Flex direction="column" minW="0">
        <Span id={id}>
          <PersonLink person={solver} />
        </Span>
        {solver.rating === null ? (
          <Text textStyle="meta" color="fg.subtle">
            Not rated yet
          </Text>
        ) : (
          <PersonRating {...solver} />
        )}
      </Flex>
    </Flex>
  );
}
