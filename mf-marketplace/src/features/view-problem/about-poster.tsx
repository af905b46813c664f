import type { PosterRecord } from '@solvent/contracts';
import { Day, formatCount, formatReplyTime } from '@solvent/kit';
import { Box, Flex, lazyComponent, Text, useHydrated } from '@solvent/ui';
import type { ReactNode } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';
import { SideCard } from '../../problem/side-card.tsx';

const SimilarCard = lazyComponent(() => import(/* webpackChunkName: "similar-problems" */ './similar-card.tsx'));

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex justify="space-between" gap="4" py="1">
    <Text as="dt" color="fg.muted">
      {name}
    </Text>
    <Text as="dd" textAlign="end">
      {children}
    </Text>
  </Flex>
);

function Record({ record: { memberSince, problemsPosted, hired, replyMinutes } }: { record: PosterRecord }) {
  return (
    <Box as="dl" fontVariantNumeric="tabular-nums">
      <Fact name="Member since">
        <Day time={memberSince} format="month" />
      </Fact>
      <Fact name="Posted">{formatCount(problemsPosted, 'problem')}</Fact>
      <Fact name="Hired">{hired === 0 ? 'No one yet' : formatCount(hired, 'time')}</Fact>
      <Fact name="Replies">{replyMinutes === null ? 'Not known yet' : formatReplyTime(replyMinutes)}</Fact>
    </Box>
  );
}

/** For those who may bid: who posted the problem, and what else there is (product 2.57). */
export function AboutPoster({ problem: { _id, title, user, posterRecord } }: { problem: DetailedProblem }) {
  const isHydrated = useHydrated();
  return (
    <>
      {posterRecord ? (
        <SideCard title={`About ${user.name}`} dir="auto" _print={{ display: 'none' }}>
          <Record record={posterRecord} />
        </SideCard>
      ) : null}
      {isHydrated ? <SimilarCard problemId={_id} title={title} renderLoadError={() => null} /> : null}
    </>
  );
}
