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

/** A person's name, and the way to their page. @param avatar diameter of the picture before it, in px; none by default */
export function PersonLink({ person, avatar }: { person: PersonSummary; avatar?: number }) {
  const layout = avatar ? AVATAR_LAYOUT : { overflowWrap: 'anywhere' as const };
  const shown = avatar ? (
    <>
      <PersonAvatar person={person} diameter={avatar} />
      <Span truncate>{person.name}</Span>
    </>
  ) : (
    person.name
  );
  return hasProfile(person) ? (
    // With a picture its name alone has a direction: in a list the pictures stand below each other, whatever the script.
    <NameLink dir={avatar ? undefined : 'auto'} to={`/profile/${encodeURIComponent(person._id)}`} {...layout}>
      {shown}
    </NameLink>
  ) : (
    <Span {...layout}>{shown}</Span>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;

/** How much of a star is full: all of it, its half, or nothing. */
function getFill(star: number, halves: number): 'full' | 'half' | 'none' {
  if (halves >= star * 2) return 'full';
  return halves === star * 2 - 1 ? 'half' : 'none';
}

/** One star; the half is a full one that is cut off where it begins to be empty, over its outline. */
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

/** So many of five stars, to the nearest half: means, and what one person gives. */
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

/** How many are unread: "9+" above 9, nothing at 0 (product 9.4). For the eye alone: what it stands on says it in words. */
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
