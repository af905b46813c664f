import type { PublicProfile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { Stack } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { Areas } from '../../person/areas.tsx';
import { PlaceAndLinks } from '../../person/place-and-links.tsx';
import { ProfileSection } from '../../person/profile-section.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileReviews } from './profile-reviews.tsx';
import { ProfileStats } from './profile-stats.tsx';
import { TheirModules } from './their-modules.tsx';
import { TheirProblems } from './their-problems.tsx';
import { theirProblemsOptions } from './their-work.ts';

function About({ person }: { person: PublicProfile }) {
  const { bio, location, website, github } = person;
  if (![bio, location, website, github].some((part) => part.trim() !== '')) return null;
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
export function PersonSections({ person }: { person: PublicProfile }) {
  // What stands below the problems waits for them, so that nothing moves.
  const areProblemsPending = useQuery(theirProblemsOptions(person._id)).isPending;
  return (
    <article>
      <ProfileHead person={person} />
      <ProfileStats stats={person.stats} />
      <Stack gap="4">
        <About person={person} />
        {person.expertiseAreas.length > 0 ? (
          <ProfileSection title="Areas of expertise">
            <Areas areas={person.expertiseAreas} />
          </ProfileSection>
        ) : null}
        <ProfileReviews person={person} />
        <TheirProblems person={person} />
        {areProblemsPending ? null : <TheirModules person={person} />}
      </Stack>
    </article>
  );
}
