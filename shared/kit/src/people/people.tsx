import { BADGE_MAX, formatNumber } from '@solvent/contracts';
import type { PersonSummary } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, FINGER_TARGET, HStack, PersonAvatar, Span, VisuallyHidden } from '@solvent/ui';
import type { HTMLChakraProps } from '@solvent/ui';
import { Star } from 'lucide-react';
import { hasProfile } from './has-profile.ts';

const NameLink = chakra(Link, {
  base: {
    ...FINGER_TARGET,
    fontWeight: '500',
    color: 'fg',
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

const AVATAR_LAYOUT = { display: 'inline-flex', alignItems: 'center', gap: '2', minW: '0', maxW: '100%' } as const;

export function PersonLink({ person, avatar }: { person: PersonSummary; avatar?: number }) {
  const layout = avatar ? AVATAR_LAYOUT : {};
  const shown = avatar ? (
    <>
      <PersonAvatar person={person} diameter={avatar} />
      <Span truncate>{person.name}</Span>
    </>
  ) : (
    <Span display="inline-block" maxW="full" verticalAlign="bottom" overflowWrap="anywhere">
      {person.name}
    </Span>
  );
  return hasProfile(person) ? (
    // With an avatar only the name has a direction, so that avatars in a list align in any script.
    <NameLink dir={avatar ? undefined : 'auto'} to={`/profile/${encodeURIComponent(person._id)}`} {...layout}>
      {shown}
    </NameLink>
  ) : (
    <Span {...layout}>{shown}</Span>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;

function getFill(star: number, halves: number): 'full' | 'half' | 'none' {
  if (halves >= star * 2) return 'full';
  return halves === star * 2 - 1 ? 'half' : 'none';
}

/** The half star is a clipped full star over an outline. */
function RatingStar({ fill }: { fill: ReturnType<typeof getFill> }) {
  return (
    <Span position="relative" display="inline-flex" data-fill={fill} aria-hidden>
      <Star size={14} fill={fill === 'full' ? 'currentColor' : 'none'} />
      {fill === 'half' ? (
        <Span position="absolute" inset="0" display="inline-flex" clipPath="inset(0 50% 0 0)">
          <Star size={14} fill="currentColor" />
        </Span>
      ) : null}
    </Span>
  );
}

export function Stars({ rating }: { rating: number }) {
  const halves = Math.round(rating * 2);
  return (
    <HStack as="span" gap="0.5" color="orange.500" display="inline-flex">
      <VisuallyHidden>Rated {formatNumber(Math.round(rating * 10) / 10)} out of 5</VisuallyHidden>
      {STARS.map((star) => (
        <RatingStar key={star} fill={getFill(star, halves)} />
      ))}
    </HStack>
  );
}

/** Shows "9+" above 9, nothing at 0 (product 9.4). Hidden from assistive technology: its parent's label has the count. */
export function UnreadBadge({ count, ...props }: { count: number } & HTMLChakraProps<'span'>) {
  if (count === 0) return null;
  return (
    <chakra.span
      minW="16px"
      h="16px"
      px="1"
      rounded="full"
      bg="brand.solid"
      color="brand.contrast"
      fontSize="10px"
      lineHeight="16px"
      fontWeight="700"
      fontVariantNumeric="tabular-nums"
      textAlign="center"
      aria-hidden
      {...props}
    >
      {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
    </chakra.span>
  );
}
