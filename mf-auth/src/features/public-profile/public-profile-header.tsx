import { formatNumber } from '@solvent/contracts';
import type { ProfileStats as Stats, PublicProfile, Verified } from '@solvent/contracts';
import { formatCount, formatReplyTime, PersonalArea, Stars } from '@solvent/kit';
import { Box, chakra, Flex, Grid, PersonAvatar, Text } from '@solvent/ui';
import { BadgeCheck } from 'lucide-react';
import type { PropsWithChildren, ReactNode } from 'react';
import { MemberSince } from '../../person/person-facts.tsx';
import { PersonHeader } from '../../person/person-header.tsx';
import { GitHubMark } from '../../social/provider-marks.tsx';
import { PersonActions } from './person-actions.tsx';

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Flex direction="column-reverse" justify="flex-end" bg="bg.panel" px={{ base: '3', md: '4' }} py="4" minW="0">
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

const spanColumns = (base: number, md: number) => ({ gridColumn: { base: `span ${base}`, md: `span ${md}` } });

/** Widths of the figures on a grid of 12 columns, by the number of figures. Fill every row. */
const COLUMN_SPANS: Record<number, object> = {
  3: { '& > *': spanColumns(4, 4) },
  4: { '& > *': spanColumns(6, 3) },
  5: { '& > *': spanColumns(4, 4), '& > :nth-of-type(n + 4)': spanColumns(6, 6) },
  6: { '& > *': spanColumns(6, 4) },
};

/** Accepted bids are shown for solvers, and for seekers who have any. */
export function ProfileStats({ person: { role, stats } }: { person: PublicProfile }) {
  const { hireRate, replyMinutes } = stats;
  const hasBids = role === 'solver' || stats.bidsAccepted > 0;
  const count = 3 + (hasBids ? 1 : 0) + (hireRate === null ? 0 : 1) + (replyMinutes === null ? 0 : 1);
  return (
    <Box as="section" aria-label="Figures" bg="border" borderWidth="1px" rounded="l3" overflow="hidden" mb="4">
      <Grid as="dl" templateColumns="repeat(12, minmax(0, 1fr))" gap="1px" css={COLUMN_SPANS[count]}>
        <Figure term="Problems posted">{formatNumber(stats.problemsPosted)}</Figure>
        <Figure term="Problems solved">{formatNumber(stats.problemsSolved)}</Figure>
        {hasBids ? <Figure term="Bids accepted">{formatNumber(stats.bidsAccepted)}</Figure> : null}
        <Rating rating={stats.rating} ratingCount={stats.ratingCount} />
        {hireRate === null ? null : <Figure term="Hire rate">{hireRate}%</Figure>}
        {replyMinutes === null ? null : <Figure term="Usually replies">{formatReplyTime(replyMinutes)}</Figure>}
      </Grid>
    </Box>
  );
}

function Verification({ icon, color, children }: PropsWithChildren<{ icon: ReactNode; color?: string }>) {
  return (
    <Flex as="p" align="center" gap="1.5" color="fg.muted">
      <Box as="span" color={color} flexShrink="0" aria-hidden>
        {icon}
      </Box>
      {children}
    </Flex>
  );
}

/**
 * Shows what the server has verified about a solver (product 4.24). `githubLogin` comes from GitHub, unlike the GitHub
 * link in the details, which the person typed.
 */
function Verifications({ verified: { email, github, githubLogin } }: { verified: Verified }) {
  return (
    <Flex columnGap="4" wrap="wrap">
      {email ? (
        <Verification icon={<BadgeCheck size={16} />} color="fg.success">
          Verified: email address
        </Verification>
      ) : null}
      {github ? (
        <Verification icon={<GitHubMark />}>Signs in with GitHub{githubLogin === null ? '' : ` as ${githubLogin}`}</Verification>
      ) : null}
    </Flex>
  );
}

export function PublicProfileHeader({ person }: { person: PublicProfile }) {
  return (
    <PersonHeader
      person={person}
      picture={<PersonAvatar person={person} diameter={80} />}
      actions={
        <PersonalArea w="fit-content">
          <PersonActions person={person} />
        </PersonalArea>
      }
    >
      <MemberSince time={person.memberSince} />
      {person.role === 'solver' ? <Verifications verified={person.verified} /> : null}
    </PersonHeader>
  );
}
