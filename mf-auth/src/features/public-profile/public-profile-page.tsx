import { ApiError, useQuery } from '@solvent/http';
import { useParams } from '@solvent/router';
import { Page, usePageTitle } from '@solvent/ui';
import { useMarkdownReady } from '../../person/use-markdown-ready.ts';
import { FailedPerson, UnknownPerson } from './person-failures.tsx';
import { PersonSections } from './person-sections.tsx';
import { PersonSkeleton } from './person-skeleton.tsx';
import { publicProfileOptions } from './public-profile.ts';
import { theirModulesOptions, theirProblemsOptions } from './their-work.ts';

/** Asked for together with the person, not after. */
function useWorkEarly(id: string): void {
  useQuery(theirProblemsOptions(id));
  useQuery(theirModulesOptions(id));
}

function Person({ id }: { id: string }) {
  const { data: person, error, refetch } = useQuery(publicProfileOptions(id));
  const isMarkdownReady = useMarkdownReady();
  useWorkEarly(id);
  usePageTitle(person?.name);

  const isUnknown = error instanceof ApiError && error.status === 404;
  if (isUnknown) return <UnknownPerson />;
  if (person && (isMarkdownReady || !person.bio)) return <PersonSections person={person} />;
  if (error && !person) return <FailedPerson onRetry={() => void refetch()} />;
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
