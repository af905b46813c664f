import { useInfiniteQuery, useQueryClient } from '@solvent/http';
import { InfiniteList, SkeletonRegion } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Button, chakra, EmptyState, Flex, LinkButton, Page, PageHeading, Panel, Skeleton, Stack, Text } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ListedProblem } from '../../api/problems.ts';
import { saveProblem } from '../../api/save-problem.ts';
import { getSavedProblems, savedProblemsOptions } from '../../api/saved-problems.ts';
import { ProblemCard } from '../../problem/problem-card.tsx';

const TitleLink = chakra(Link, {
  base: { color: 'fg', fontWeight: '500', _hover: { textDecoration: 'underline' }, rounded: 'l1', focusVisibleRing: 'outside' },
});

function RemovedProblem({ problem: { _id, title } }: { problem: ListedProblem }) {
  const client = useQueryClient();
  return (
    <Panel as="article" aria-label={title} py="3" borderStyle="dashed">
      <Flex align="center" justify="space-between" gap="4">
        <Text color="fg.muted" minW="0" overflowWrap="anywhere">
          <TitleLink dir="auto" to={`/view-problems/${_id}`}>
            {title}
          </TitleLink>{' '}
          is no longer saved.
        </Text>
        <Button variant="outline" colorPalette="gray" size="sm" flexShrink="0" onClick={() => saveProblem(client, _id, true)}>
          Undo
        </Button>
      </Flex>
    </Panel>
  );
}

function SavedRow({ problem }: { problem: ListedProblem }) {
  const { savedByMe } = problem;
  const rowRef = useRef<HTMLLIElement>(null);
  const shown = useRef(savedByMe);
  useEffect(() => {
    if (shown.current !== savedByMe && document.activeElement === document.body) rowRef.current?.querySelector('button')?.focus();
    shown.current = savedByMe;
  }, [savedByMe]);
  return <li ref={rowRef}>{savedByMe ? <ProblemCard problem={problem} /> : <RemovedProblem problem={problem} />}</li>;
}

const SavedSkeleton = () => (
  <SkeletonRegion minH="60vh">
    {[1, 2, 3].map((card) => (
      <Panel key={card}>
        <Stack gap="3">
          <Skeleton h="5" w="40%" />
          <Skeleton h="6" w="75%" />
          <Skeleton h="10" />
          <Skeleton h="9" />
        </Stack>
      </Panel>
    ))}
  </SkeletonRegion>
);

const NoSaved = () => (
  <EmptyState
    icon={Bookmark}
    title="No saved problems yet"
    text="Save a problem from its card or its page, and find it here again."
    action={<LinkButton to="/problems">Browse problems</LinkButton>}
  />
);

const LOAD_ERROR = 'Failed to load your saved problems. Please try again.';

function SavedList() {
  const query = useInfiniteQuery(savedProblemsOptions);
  const problems = getSavedProblems(query.data?.pages ?? []);
  return (
    <InfiniteList
      query={query}
      isEmpty={problems.length === 0}
      skeleton={<SavedSkeleton />}
      error={{ title: LOAD_ERROR, text: null }}
      nextError={LOAD_ERROR}
      empty={<NoSaved />}
    >
      <Stack as="ul" aria-label="Saved problems" gap="3" listStyleType="none">
        {problems.map((problem) => (
          <SavedRow key={problem._id} problem={problem} />
        ))}
      </Stack>
    </InfiniteList>
  );
}

/** /saved-problems (product 2.22). The shell requires a session. */
export function Component() {
  return (
    <Page measure="reading">
      <PageHeading text="Problems you saved, latest first.">Saved Problems</PageHeading>
      <SavedList />
    </Page>
  );
}
