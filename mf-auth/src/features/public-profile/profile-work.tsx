import { CATEGORIES } from '@solvent/contracts';
import type { PublicProfile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { Day, formatCount, formatMoney, ProblemStatusBadge, RelativeTime, Stars, toCents } from '@solvent/kit';
import { Link } from '@solvent/router';
import { chakra, Flex, Stack, Text } from '@solvent/ui';
import type { ReactNode } from 'react';
import { profileModulesOptions, profileProblemsOptions } from '../../api/public-profiles.ts';
import { Loaded } from '../../person/loaded.tsx';
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

/** @param empty text shown instead of an empty list */
function Rows({ empty, children }: { empty?: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <Text color="fg.muted">{empty}</Text>;
  return (
    <Stack as="ul" gap="0" my="-2" listStyleType="none">
      {children}
    </Stack>
  );
}

export const ProfileModules = ({ person }: { person: PublicProfile }) => (
  <ProfileSection title="Modules" aside={<ProfileLink to="/toolbox">Browse the Toolbox</ProfileLink>}>
    <Loaded query={useQuery(profileModulesOptions(person._id))} name="The modules">
      {(modules) => (
        <Rows empty="No modules published yet.">
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
        </Rows>
      )}
    </Loaded>
  </ProfileSection>
);

export function SolvedWork({ person: { solvedWork } }: { person: PublicProfile }) {
  if (solvedWork.length === 0) return null;
  return (
    <ProfileSection title="Solved work">
      <Rows>
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
      </Rows>
    </ProfileSection>
  );
}

export const ProfileProblems = ({ person }: { person: PublicProfile }) => (
  <ProfileSection title="Problems">
    <Loaded query={useQuery(profileProblemsOptions(person._id))} name="The problems">
      {(problems) => (
        <Rows empty="No problems posted yet.">
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
        </Rows>
      )}
    </Loaded>
  </ProfileSection>
);
