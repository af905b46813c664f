import type { PublicProfile } from '@solvent/contracts';
import { isNotFound, useQuery } from '@solvent/http';
import { LoadError, ReaderProvider, SkeletonRegion } from '@solvent/kit';
import { EmptyState, Flex, LinkButton, Panel, Skeleton, Stack, usePageTitle } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { UserX } from 'lucide-react';
import { publicProfileOptions, profileModulesOptions, profileProblemsOptions } from '../../api/public-profiles.ts';
import { ExpertiseAreas, hasLocationOrLinks, LocationAndLinks } from '../../person/person-facts.tsx';
import { ProfileSection, useMarkdownReady } from '../../person/profile-section.tsx';
import { PublicProfileHeader, ProfileStats } from './public-profile-header.tsx';
import { ProfileReviews } from './profile-reviews.tsx';
import { SolvedWork, ProfileModules, ProfileProblems } from './profile-work.tsx';

const HeaderSkeleton = () => (
  <Flex gap={{ base: '4', md: '6' }} mb="6">
    <Skeleton boxSize="80px" rounded="full" flexShrink="0" />
    <Stack gap="2.5" flex="1" pt="1">
      <Skeleton h="7" w="45%" />
      <Skeleton h="4" w="70%" />
      <Skeleton h="4" w="35%" />
    </Stack>
  </Flex>
);

const PanelSkeleton = () => (
  <Panel>
    <Stack gap="3">
      <Skeleton h="5" w="25%" />
      <Skeleton h="4" w="95%" />
      <Skeleton h="4" w="88%" />
      <Skeleton h="4" w="50%" />
    </Stack>
  </Panel>
);

export const ProfileSkeleton = () => (
  <SkeletonRegion minH="100vh" gap="0">
    <HeaderSkeleton />
    <Stack gap="4">
      <Skeleton h={{ base: '160px', md: '78px' }} rounded="l3" />
      <PanelSkeleton />
      <PanelSkeleton />
    </Stack>
  </SkeletonRegion>
);

function ProfileNotFound() {
  return (
    <EmptyState
      as="h1"
      icon={UserX}
      title="This profile does not exist"
      text="The person may have deleted their account, or the link is incomplete."
      action={<LinkButton to="/problems">Browse problems</LinkButton>}
    />
  );
}

function About({ person }: { person: PublicProfile }) {
  const { bio } = person;
  if (bio.trim() === '' && !hasLocationOrLinks(person)) return null;
  return (
    <ProfileSection title="About">
      <Stack gap="4">
        {bio ? <Markdown text={bio} headingsFrom={3} /> : null}
        <LocationAndLinks person={person} />
      </Stack>
    </ProfileSection>
  );
}

function ProfileContent({ person }: { person: PublicProfile }) {
  // The section below the problems renders after them, to avoid a layout shift.
  const areProblemsPending = useQuery(profileProblemsOptions(person._id)).isPending;
  return (
    <article>
      <PublicProfileHeader person={person} />
      <ProfileStats person={person} />
      <Stack gap="4">
        <About person={person} />
        {person.expertiseAreas.length > 0 ? (
          <ProfileSection title="Areas of expertise">
            <ExpertiseAreas areas={person.expertiseAreas} />
          </ProfileSection>
        ) : null}
        <SolvedWork person={person} />
        <ProfileReviews person={person} />
        <ProfileProblems person={person} />
        {areProblemsPending ? null : <ProfileModules person={person} />}
      </Stack>
    </article>
  );
}

/** Starts these requests in parallel with the profile's. */
function usePrefetchedWork(id: string): void {
  useQuery(profileProblemsOptions(id));
  useQuery(profileModulesOptions(id));
}

export function PublicProfileView({ id }: { id: string }) {
  const query = useQuery(publicProfileOptions(id));
  const { data: person, error, refetch } = query;
  const isMarkdownReady = useMarkdownReady();
  usePrefetchedWork(id);
  usePageTitle(person?.name);

  if (isNotFound(error)) return <ProfileNotFound />;
  if (person && (isMarkdownReady || !person.bio))
    return (
      <ReaderProvider query={query}>
        <ProfileContent person={person} />
      </ReaderProvider>
    );
  if (error && !person)
    return <LoadError size="page" title="The profile could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <ProfileSkeleton />;
}
