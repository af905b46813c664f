import type { HomeAnswer, SessionUser } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Grid, Panel, Skeleton, Stack } from '@solvent/ui';
import { homeOptions } from '../../../api/home.ts';
import { useAskedAgain } from '../../../api/use-asked-again.ts';
import { FirstSteps } from './first-steps.tsx';
import { NextUp } from './next-up.tsx';
import { Matches, OpenQuestions, OwnProblems, PendingBids, RatingsDue, WorkUnderWay } from './sections.tsx';

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

interface SideProps {
  home: HomeAnswer;
  user: SessionUser;
}

/** What somebody has to do with as a seeker and as a solver: both sides of who has both, the one of their role first. */
function Sections({ home, user }: SideProps) {
  const { work, problems, questions, bids, matches, ratings, next, totals } = home;
  const isSeeker = user.role === 'seeker';
  const hasAreas = user.expertiseAreas.length > 0;
  const isNew = totals.posted === 0 && totals.bid === 0;
  const posts = totals.posted > 0 ? <OwnProblems key="posts" problems={problems} total={totals.openProblems} /> : null;
  const offers = totals.bid > 0 ? <PendingBids key="offers" bids={bids} total={totals.pendingBids} /> : null;
  const asked = totals.posted > 0 ? <OpenQuestions key="asked" questions={questions} total={totals.questions} /> : null;
  const found = !isSeeker || totals.bid > 0 ? <Matches key="found" matches={matches} hasAreas={hasAreas} /> : null;
  const rated = ratings.length > 0 ? <RatingsDue key="rated" ratings={ratings} /> : null;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }} gap="5" alignItems="start">
      <Stack gap="5">
        {isNew ? <FirstSteps role={user.role} hasAreas={hasAreas} /> : <NextUp steps={next} />}
        {work.length > 0 ? <WorkUnderWay work={work} total={totals.work} /> : null}
        {isSeeker ? [posts, offers] : [offers, posts]}
      </Stack>
      <Stack gap="5">{isSeeker ? [asked, rated, found] : [found, rated, asked]}</Stack>
    </Grid>
  );
}

/** What who is signed in has under way, and what to do next (product 2.49). */
export function Component() {
  const user = useSession((state) => state.userData);
  const { data, isPending, error, refetch } = useQuery(homeOptions);
  useAskedAgain(homeOptions.queryKey);
  if (!user) return null;
  if (isPending) return <HomeSkeleton />;
  if (!data) return <LoadError title="Your home could not be loaded" as="h2" error={error} onRetry={() => void refetch()} />;
  return (
    <Box minH="60vh">
      <Sections home={data} user={user} />
    </Box>
  );
}
