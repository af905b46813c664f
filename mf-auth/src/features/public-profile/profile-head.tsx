import { formatNumber } from '@solvent/contracts';
import type { ProfileStats as Stats, PublicProfile } from '@solvent/contracts';
import { formatCount, Stars } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, chakra, Flex, Heading, LinkButton, PersonAvatar, SimpleGrid, Text, VisuallyHidden } from '@solvent/ui';
import { MessageSquare, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { MemberSince, RoleBadge } from '../../person/person-facts.tsx';

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Flex direction="column-reverse" justify="flex-end" bg="bg.panel" p="4" minW="0">
      <chakra.dt color="fg.muted" textStyle="meta">
        {term}
      </chakra.dt>
      <chakra.dd textStyle="sectionTitle" fontVariantNumeric="tabular-nums">
        {children}
      </chakra.dd>
    </Flex>
  );
}

function Rating({ rating, ratingCount }: Pick<Stats, 'rating' | 'ratingCount'>) {
  if (rating === null) return <Figure term="No ratings yet">–</Figure>;
  return (
    <Figure term={formatCount(ratingCount, 'rating')}>
      <Flex as="span" align="center" columnGap="2" wrap="wrap">
        <Text as="span" aria-hidden>
          {rating.toFixed(1)}
        </Text>
        <Stars rating={rating} />
      </Flex>
    </Figure>
  );
}

/** What the person has done here, in figures. */
export function ProfileStats({ stats }: { stats: Stats }) {
  return (
    <Box as="section" aria-label="Figures" bg="border" borderWidth="1px" rounded="l3" overflow="hidden" mb="4">
      <SimpleGrid as="dl" columns={{ base: 2, md: 4 }} gap="1px">
        <Figure term="Problems posted">{formatNumber(stats.problemsPosted)}</Figure>
        <Figure term="Problems solved">{formatNumber(stats.problemsSolved)}</Figure>
        <Figure term="Bids accepted">{formatNumber(stats.bidsAccepted)}</Figure>
        <Rating rating={stats.rating} ratingCount={stats.ratingCount} />
      </SimpleGrid>
    </Box>
  );
}

/** Who it is. One's own leads to where it is edited, a solver's to a conversation; the signed-out sign in on the way. */
export function ProfileHead({ person }: { person: PublicProfile }) {
  const isOwn = useSession((state) => state.userData?._id) === person._id;
  return (
    <Flex as="header" gap={{ base: '4', md: '6' }} mb="6">
      <PersonAvatar person={person} diameter={80} />
      <Box minW="0" flex="1">
        <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
          <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere" minW="0">
            {person.name}
          </Heading>
          <RoleBadge role={person.role} />
        </Flex>
        {person.headline ? <Text overflowWrap="anywhere">{person.headline}</Text> : null}
        <MemberSince time={person.memberSince} />
        {isOwn ? (
          <LinkButton to="/profile" size="sm" variant="outline" colorPalette="gray" mt="3">
            <Pencil size={14} aria-hidden />
            Edit profile
          </LinkButton>
        ) : null}
        {/* Without a problem one writes to solvers; to other authors of modules, from their modules. */}
        {person.role === 'solver' && !isOwn ? (
          <LinkButton to={`/conversations?with=${encodeURIComponent(person._id)}`} size="sm" mt="3">
            <MessageSquare size={14} aria-hidden />
            Message<VisuallyHidden> {person.name}</VisuallyHidden>
          </LinkButton>
        ) : null}
      </Box>
    </Flex>
  );
}
