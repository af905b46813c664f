import type { HomeResponse, SessionUser } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Grid, lazyComponent, Panel, Skeleton, Stack } from '@solvent/ui';
import { homeOptions } from '../../../api/home.ts';
import { useRefetchOnEvents } from '../../../api/use-refetch-on-events.ts';
import { NextUp } from './next-up.tsx';
import {
  ActiveWork,
  Examples,
  Matches,
  NewestProblems,
  OpenQuestions,
  OwnProblems,
  PendingBids,
  RatingsDue,
} from './sections.tsx';

const HomeSkeleton = () => (
  <SkeletonRegion minH="100vh" gap="5">
    {[5, 3, 4].map((rows) => (
      <Panel key={rows}>
        <Stack gap="5">
          <Skeleton h="20px" w="160px" />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} h="32px" />
          ))}
        </Stack>
      </Panel>
    ))}
  </SkeletonRegion>
);

const FirstRun = lazyComponent(() => import(/* webpackChunkName: "first-run" */ './first-run.tsx'));

interface SectionsProps {
  home: HomeResponse;
  user: SessionUser;
}

/** Shows the sections of both roles to a user who posts and bids, those of the current role first. Empty sections are left out. */
function Sections({ home, user }: SectionsProps) {
  const { work, problems, questions, bids, matches, ratings, next, totals } = home;
  const isSeeker = user.role === 'seeker';
  const isNew = totals.posted === 0 && totals.bid === 0;
  const problemsSection = problems.length > 0 && <OwnProblems key="posts" problems={problems} total={totals.openProblems} />;
  const bidsSection = bids.length > 0 && <PendingBids key="offers" bids={bids} total={totals.pendingBids} />;
  const questionsSection = questions.length > 0 && <OpenQuestions key="asked" questions={questions} total={totals.questions} />;
  const newestSection = !isSeeker && <NewestProblems key="newest" user={user} />;
  const matchesSection = matches.length > 0 ? <Matches key="found" matches={matches} /> : newestSection;
  const ratingsSection = ratings.length > 0 && <RatingsDue key="rated" ratings={ratings} />;
  const examplesSection = isNew && isSeeker && <Examples key="examples" />;
  const side = isSeeker
    ? [questionsSection, ratingsSection, matchesSection, examplesSection]
    : [matchesSection, ratingsSection, questionsSection];
  const columns = side.some(Boolean) ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 1fr)';
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: columns }} gap="5" alignItems="start">
      <Stack gap="5">
        {isNew ? <FirstRun user={user} /> : <NextUp steps={next} />}
        {work.length > 0 ? <ActiveWork work={work} total={totals.work} /> : null}
        {isSeeker ? [problemsSection, bidsSection] : [bidsSection, problemsSection]}
      </Stack>
      <Stack gap="5">{side}</Stack>
    </Grid>
  );
}

export function Component() {
  const user = useSession((state) => state.userData);
  const { data, isPending, error, refetch } = useQuery(homeOptions);
  useRefetchOnEvents(homeOptions.queryKey);
  if (!user || isPending) return <HomeSkeleton />;
  if (!data) return <LoadError title="Your home could not be loaded" as="h2" error={error} onRetry={() => void refetch()} />;
  return (
    <Box minH="60vh">
      <Sections home={data} user={user} />
    </Box>
  );
}
