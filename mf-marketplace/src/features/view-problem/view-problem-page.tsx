import { http, isNotFound, getRenderedAt, useQuery } from '@solvent/http';
import { isReaderPending, LoadError, ReaderProvider, SkeletonRegion } from '@solvent/kit';
import { useParams } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, HStack, Page, Panel, Skeleton, Stack, usePageTitle } from '@solvent/ui';
import { preloadMarkdown, TextSkeleton } from '@solvent/ui/markdown';
import { useEffect, useState } from 'react';
import { problemPath } from '../../api/problem-keys.ts';
import { problemBidsOptions } from '../../api/bids.ts';
import { problemDetailOptions } from '../../api/problems.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { preloadPosterBids } from '../../bid/bids-for-poster.tsx';
import { removeSeen, addSeen } from '../../problem/seen-problems.ts';
import { ProblemNotFound } from '../../problem/problem-not-found.tsx';
import { preloadAgreement } from './problem-agreement.tsx';
import { ProblemArticle } from './problem-article.tsx';
import { ProblemColumns } from './problem-columns.tsx';
import { useLiveProblem } from './use-live-problem.ts';
import { isPoster } from './viewer.ts';

const HeadSkeleton = () => (
  <Stack gap="3">
    <Skeleton h="20px" w="140px" mb="3" />
    <HStack gap="2">
      <Skeleton h="20px" w="64px" />
      <Skeleton h="20px" w="140px" />
    </HStack>
    <Skeleton h="32px" w="80%" />
    <Skeleton h="24px" w="200px" />
  </Stack>
);

const SideSkeleton = () => (
  <Panel hideBelow="lg">
    <Stack gap="3">
      <Skeleton h="52px" w="50%" />
      <Skeleton h="20px" />
      <Skeleton h="36px" />
    </Stack>
  </Panel>
);

const BodySkeleton = () => (
  <Box minW="0">
    <TextSkeleton />
  </Box>
);

const SKELETON = { side: <SideSkeleton />, body: <BodySkeleton /> };

const ProblemSkeleton = () => (
  <SkeletonRegion minH="80vh">
    <ProblemColumns head={<HeadSkeleton />} {...SKELETON} />
  </SkeletonRegion>
);

/** Counts the view of a server-rendered page, which sends no other request for its problem (product 4.28). */
function useCountView(id: string): void {
  useEffect(() => {
    if (getRenderedAt() !== undefined) http.head(problemPath(id)).catch(() => undefined);
  }, [id]);
}

function useTrackSeen(id: string, title: string | undefined, isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) removeSeen(id);
    else if (title !== undefined) addSeen({ _id: id, title });
  }, [id, title, isMissing]);
}

const mayHaveAgreement = ({ status, timeline }: DetailedProblem): boolean =>
  status === 'in-progress' || status === 'solved' || timeline.some(({ event }) => event === 'parted');

function Problem({ id }: { id: string }) {
  const query = useQuery(problemDetailOptions(id));
  const { data: problem, error, refetch } = query;
  const [hasCode, setHasCode] = useState(false);
  const isLogin = useSession((state) => state.isLogin);
  const viewerId = useSession((state) => state.userData?._id);
  const isOwn = problem !== undefined && isPoster(problem, viewerId);
  const bids = useQuery({ ...problemBidsOptions(id), enabled: isOwn });
  // Loads the code of body and agreement in parallel with the data. Visitors never have an agreement.
  useEffect(() => {
    void preloadMarkdown();
    if (isLogin) void Promise.all([preloadAgreement(), isOwn ? preloadPosterBids() : null]).then(() => setHasCode(true));
  }, [isLogin, isOwn]);
  usePageTitle(problem?.title);
  useLiveProblem(id);
  useCountView(id);
  useTrackSeen(id, problem?.title, isNotFound(error));
  const [isServed] = useState(problem !== undefined && query.dataUpdatedAt === 0);

  if (isNotFound(error)) return <ProblemNotFound />;
  if (problem) {
    // Content stays hidden until the agreement is known, or the poster's bids, which would shift it (decisions 0065, 0105).
    const isPending = isReaderPending(query) || !hasCode || (isOwn && bids.isPending);
    const isOrderPending = isServed && (mayHaveAgreement(problem) || isOwn) && isPending;
    return (
      <ReaderProvider query={query}>
        <ProblemArticle problem={problem} hasCode={hasCode} skeleton={isOrderPending ? SKELETON : undefined} />
      </ReaderProvider>
    );
  }
  if (error)
    return <LoadError size="page" title="The problem could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <ProblemSkeleton />;
}

/** /view-problems/{problemId} and /problems/{id} (product 2.19). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page>
      <Problem key={id} id={id} />
    </Page>
  );
}
