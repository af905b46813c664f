import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { BidSolver } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, Flex, PersonAvatar, Span, Text, VisuallyHidden } from '@solvent/ui';
import { Star } from 'lucide-react';

const NameLink = chakra(Link, {
  base: {
    position: 'relative',
    // A finger's target of 44 px, without room of its own.
    _before: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-12px' },
    fontWeight: '500',
    overflowWrap: 'anywhere',
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

function Rating({ solver: { rating, ratingCount } }: { solver: BidSolver }) {
  if (rating === null) {
    return (
      <Text textStyle="meta" color="fg.subtle">
        Not rated yet
      </Text>
    );
  }
  return (
    <Flex align="center" gap="1" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Star size={12} aria-hidden fill="currentColor" />
      <VisuallyHidden>Rated</VisuallyHidden>
      {rating.toFixed(1)} ({ratingCount.toLocaleString('en-US')})
    </Flex>
  );
}

/** Who bids, what others say of them, and the way to their page. */
export function BidSolverLink({ solver, id }: { solver: BidSolver; id: string }) {
  const { _id, name } = solver;
  return (
    <Flex align="center" gap="2.5" minW="0">
      <PersonAvatar person={solver} diameter={32} />
      <Flex direction="column" minW="0">
        <Span id={id}>
          {name === DELETED_PERSON_NAME ? name : <NameLink to={`/profile/${encodeURIComponent(_id)}`}>{name}</NameLink>}
        </Span>
        <Rating solver={solver} />
      </Flex>
    </Flex>
  );
}
