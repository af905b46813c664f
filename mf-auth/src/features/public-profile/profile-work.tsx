import { CATEGORIES } from '@solvent/contracts';
import type { PublicProfile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import {
  Day,
  formatCount,
  formatMoney,
  LoadError,
  ProblemStatusBadge,
  RelativeTime,
  SkeletonRegion,
  Stars,
  toCents,
} from '@solvent/kit';
import { Link } from '@solvent/router';
import { chakra, Flex, Skeleton, Stack, Text } from '@solvent/ui';
import type { ReactNode } from 'react';
import { profileModulesOptions, profileProblemsOptions } from '../../api/public-profiles.ts';
import { ProfileLink, ProfileSection } from '../../person/profile-section.tsx';

/** The link covers the whole row. */
const TitleLink = chakra(Link, {
  base: {
    fontWeight: '500',
    outline: '0',
    overflowWrap: 'anywhere',
    _before: { content: '""', position: 'absolute', inset: '0', rounded: 'l2' },
    _focusVisible: { _before: { outline: '2px solid', outlineColor: 'brand.focusRing' } },
  },
});

interface WorkRowProps {
  to: string;
  title: string;
  facts: ReactNode;
  end: ReactNode;
}

function WorkRow({ to, title, facts, end }: WorkRowProps) {
  return (
    <Flex
      as="li"
      position="relative"
      justify="space-between"
      align="flex-start"
      gap="4"
      py="3"
      px="2"
      mx="-2"
      rounded="l2"
      _hover={{ bg: 'bg.muted' }}
    >
      <Flex direction="column" gap="1.5" minW="0">
        <TitleLink dir="auto" to={to}>
          {title}
        </TitleLink>
        <Flex align="center" gap="3" wrap="wrap" color="fg.muted" textStyle="meta" fontVariantNumeric="tabular-nums">
          {facts}
        </Flex>
      </Flex>
      <chakra.span fontWeight="600" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {end}
      </chakra.span>
    </Flex>
  );
}

const RowsSkeleton = () => (
  <SkeletonRegion minH="140px" gap="4">
    {['70%', '85%', '60%'].map((width) => (
      <Skeleton key={width} h="9" w={width} />
    ))}
  </SkeletonRegion>
);

function Modules({ person }: { person: PublicProfile }) {
  const { data: modules, isPending, error, refetch } = useQuery(profileModulesOptions(person._id));
  if (isPending) return <RowsSkeleton />;
  if (!modules)
    return <LoadError size="inline" title="The modules could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (modules.length === 0) return <Text color="fg.muted">No modules published yet.</Text>;
  return (
    <Stack as="ul" gap="0" my="-2" listStyleType="none">
      {modules.map(({ id, title, rating, ratingCount, downloads, priceCents }) => (
        <WorkRow
          key={id}
          to={`/toolbox/${encodeURIComponent(id)}`}
          title={title}
          facts={
            <>
              {ratingCount > 0 ? <Stars rating={rating} /> : null}
              <span>{formatCount(downloads, 'download')}</span>
            </>
          }
          end={priceCents === 0 ? 'Free' : formatMoney(priceCents)}
        />
      ))}
    </Stack>
  );
}

export const ProfileModules = ({ person }: { person: PublicProfile }) => (
  <ProfileSection title="Modules" aside={<ProfileLink to="/toolbox">Browse the Toolbox</ProfileLink>}>
    <Modules person={person} />
  </ProfileSection>
);

function Problems({ person }: { person: PublicProfile }) {
  const { data: problems, isPending, error, refetch } = useQuery(profileProblemsOptions(person._id));
  if (isPending) return <RowsSkeleton />;
  if (!problems)
    return <LoadError size="inline" title="The problems could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (problems.length === 0) return <Text color="fg.muted">No problems posted yet.</Text>;
  return (
    <Stack as="ul" gap="0" my="-2" listStyleType="none">
      {problems.map(({ _id, title, status, bidCount, createdAt, budget }) => (
        <WorkRow
          key={_id}
          to={`/view-problems/${_id}`}
          title={title}
          facts={
            <>
              <ProblemStatusBadge status={status} />
              <span>{formatCount(bidCount, 'bid')}</span>
              <RelativeTime time={createdAt} />
            </>
          }
          end={formatMoney(toCents(budget))}
        />
      ))}
    </Stack>
  );
}

export function SolvedWork({ person: { solvedWork } }: { person: PublicProfile }) {
  if (solvedWork.length === 0) return null;
  return (
    <ProfileSection title="Solved work">
      <Stack as="ul" gap="0" my="-2" listStyleType="none">
        {solvedWork.map(({ _id, title, category, rating, solvedAt }) => (
          <WorkRow
            key={_id}
            to={`/view-problems/${_id}`}
            title={title}
            facts={
              <>
                <span>{CATEGORIES[category]}</span>
                <span>
                  Solved <Day time={solvedAt} />
                </span>
              </>
            }
            end={rating === null ? null : <Stars rating={rating} />}
          />
        ))}
      </Stack>
    </ProfileSection>
  );
}

export const ProfileProblems = ({ person }: { person: PublicProfile }) => (
  <ProfileSection title="Problems">
    <Problems person={person} />
  </ProfileSection>
);
