import type { HomeResponse, Role, SessionUser } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { requestPage, useSession } from '@solvent/store';
import { Box, Button, Flex, Grid, Heading, LinkButton, Panel, Skeleton, Stack, Text } from '@solvent/ui';
import { homeOptions } from '../../../api/home.ts';
import { useRefetchOnEvents } from '../../../api/use-refetch-on-events.ts';
import { NextUp } from './next-up.tsx';
import { Matches, OpenQuestions, OwnProblems, PendingBids, RatingsDue, ActiveWork } from './sections.tsx';

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

const STEPS = {
  seeker: {
    title: 'Post your first problem',
    text: 'Describe the problem and your budget. Developers bid on it; you choose.',
  },
  solver: {
    title: 'Bid on your first problem',
    text: 'Find a problem you can solve, and bid with your price and delivery time.',
  },
} as const;

function FirstSteps({ role, hasAreas }: { role: Role; hasAreas: boolean }) {
  const { title, text } = STEPS[role];
  return (
    <Panel as="section" aria-labelledby="first-steps">
      <Heading as="h2" id="first-steps" textStyle="cardTitle">
        {title}
      </Heading>
      <Text color="fg.muted" mt="1" maxW="60ch">
        {text}
      </Text>
      <Flex gap="3" mt="4" wrap="wrap">
        {role === 'seeker' ? <Button onClick={() => requestPage('/post-problem')}>Post a problem</Button> : null}
        <LinkButton to="/problems" {...(role === 'seeker' ? { variant: 'outline', colorPalette: 'gray' } : {})}>
          Browse problems
        </LinkButton>
        {role === 'solver' && !hasAreas ? (
          <LinkButton to="/profile/settings/profile" variant="outline" colorPalette="gray">
            Add areas of expertise
          </LinkButton>
        ) : null}
      </Flex>
    </Panel>
  );
}

interface SectionsProps {
  home: HomeResponse;
  user: SessionUser;
}

/** Shows the sections of both roles to a user who posts and bids, those of the current role first. */
function Sections({ home, user }: SectionsProps) {
  const { work, problems, questions, bids, matches, ratings, next, totals } = home;
  const isSeeker = user.role === 'seeker';
  const hasAreas = user.expertiseAreas.length > 0;
  const isNew = totals.posted === 0 && totals.bid === 0;
  const problemsSection = totals.posted > 0 ? <OwnProblems key="posts" problems={problems} total={totals.openProblems} /> : null;
  const bidsSection = totals.bid > 0 ? <PendingBids key="offers" bids={bids} total={totals.pendingBids} /> : null;
  const questionsSection =
    totals.posted > 0 ? <OpenQuestions key="asked" questions={questions} total={totals.questions} /> : null;
  const matchesSection = !isSeeker || totals.bid > 0 ? <Matches key="found" matches={matches} hasAreas={hasAreas} /> : null;
  const ratingsSection = ratings.length > 0 ? <RatingsDue key="rated" ratings={ratings} /> : null;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }} gap="5" alignItems="start">
      <Stack gap="5">
        {isNew ? <FirstSteps role={user.role} hasAreas={hasAreas} /> : <NextUp steps={next} />}
        {work.length > 0 ? <ActiveWork work={work} total={totals.work} /> : null}
        {isSeeker ? [problemsSection, bidsSection] : [bidsSection, problemsSection]}
      </Stack>
      <Stack gap="5">
        {isSeeker ? [questionsSection, ratingsSection, matchesSection] : [matchesSection, ratingsSection, questionsSection]}
      </Stack>
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
