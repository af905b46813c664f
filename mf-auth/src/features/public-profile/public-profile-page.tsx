import type { PublicProfile } from '@solvent/contracts';
import { isNotFound, useQuery } from '@solvent/http';
import { LoadError, ReaderProvider, SkeletonRegion } from '@solvent/kit';
import { useParams } from '@solvent/router';
import { EmptyState, Flex, LinkButton, Page, Panel, Skeleton, Stack, usePageTitle } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { UserX } from 'lucide-react';
import { publicProfileOptions, theirModulesOptions, theirProblemsOptions } from '../../api/public-profiles.ts';
import { Areas, isPlaced, PlaceAndLinks } from '../../person/person-facts.tsx';
import { ProfileSection, useMarkdownReady } from '../../person/profile-section.tsx';
import { ProfileHead, ProfileStats } from './profile-head.tsx';
import { ProfileReviews } from './profile-reviews.tsx';
import { SolvedWork, TheirModules, TheirProblems } from './their-work.tsx';

const Head = () => (
  <Flex gap={{ base: '4', md: '6' }} mb="6">
    <Skeleton boxSize="80px" rounded="full" flexShrink="0" />
    <Stack gap="2.5" flex="1" pt="1">
      <Skeleton h="7" w="45%" />
      <Skeleton h="4" w="70%" />
      <Skeleton h="4" w="35%" />
    </Stack>
  </Flex>
);

const TextPanel = () => (
  <Panel>
    <Stack gap="3">
      <Skeleton h="5" w="25%" />
      <Skeleton h="4" w="95%" />
      <Skeleton h="4" w="88%" />
      <Skeleton h="4" w="50%" />
    </Stack>
  </Panel>
);

const PersonSkeleton = () => (
  <SkeletonRegion minH="100vh" gap="0">
    <Head />
    <Stack gap="4">
      <Skeleton h={{ base: '160px', md: '78px' }} rounded="l3" />
      <TextPanel />
      <TextPanel />
    </Stack>
  </SkeletonRegion>
);

/** Nobody has this id, or nobody any more. */
function UnknownPerson() {
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
  if (bio.trim() === '' && !isPlaced(person)) return null;
  return (
    <ProfileSection title="About">
      <Stack gap="4">
        {bio ? <Markdown text={bio} headingsFrom={3} /> : null}
        <PlaceAndLinks person={person} />
      </Stack>
    </ProfileSection>
  );
}

/** A person, as anybody sees them. */
function PersonSections({ person }: { person: PublicProfile }) {
  // What stands below the problems waits for them, so that nothing moves.
  const areProblemsPending = useQuery(theirProblemsOptions(person._id)).isPending;
  return (
    <article>
      <ProfileHead person={person} />
      <ProfileStats person={person} />
      <Stack gap="4">
        <About person={person} />
        {person.expertiseAreas.length > 0 ? (
          <ProfileSection title="Areas of expertise">
            <Areas areas={person.expertiseAreas} />
          </ProfileSection>
        ) : null}
        <SolvedWork person={person} />
        <ProfileReviews person={person} />
        <TheirProblems person={person} />
        {areProblemsPending ? null : <TheirModules person={person} />}
      </Stack>
    </article>
  );
}

/** Asked for together with the person, not after. */
function useWorkEarly(id: string): void {
  useQuery(theirProblemsOptions(id));
  useQuery(theirModulesOptions(id));
}

function Person({ id }: { id: string }) {
  const answer = useQuery(publicProfileOptions(id));
  const { data: person, error, refetch } = answer;
  const isMarkdownReady = useMarkdownReady();
  useWorkEarly(id);
  usePageTitle(person?.name);

  if (isNotFound(error)) return <UnknownPerson />;
  if (person && (isMarkdownReady || !person.bio))
    return (
      <ReaderProvider answer={answer}>
        <PersonSections person={person} />
      </ReaderProvider>
    );
  if (error && !person)
    return <LoadError size="page" title="The profile could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <PersonSkeleton />;
}

/** /profile/{id}: a person, for anybody. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page measure="reading">
      <Person key={id} id={id} />
    </Page>
  );
}
