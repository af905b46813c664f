import { useInfiniteQuery } from '@solvent/http';
import { distinct, InfiniteList } from '@solvent/kit';
import { EmptyState, Heading, LinkButton, Page, PageHeading, VisuallyHidden } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { CardSkeletons, CardGrid } from '../../module/module-grid.tsx';
import { SavedModule } from './saved-module.tsx';
import { savedModulesOptions } from '../../api/saved-modules.ts';

/** Cards in the first row on the widest screen. */
const FIRST_ROW = 3;

const NoSavedModules = () => (
  <EmptyState
    icon={Bookmark}
    as="h2"
    title="No saved modules yet"
    text="Modules you save will appear here."
    action={<LinkButton to="/toolbox">Browse the Toolbox</LinkButton>}
  />
);

function SavedList() {
  const query = useInfiniteQuery(savedModulesOptions);
  const modules = distinct(
    (query.data?.pages ?? []).flatMap((page) => page.modules),
    ({ id }) => id,
  );
  return (
    <InfiniteList
      query={query}
      isEmpty={modules.length === 0}
      skeleton={<CardSkeletons />}
      error={{ as: 'h2', title: 'Your saved modules could not be loaded' }}
      nextError="Your saved modules could not be loaded"
      empty={<NoSavedModules />}
    >
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      <CardGrid>
        {modules.map((module, index) => (
          <SavedModule key={module.id} module={module} isEager={index < FIRST_ROW} />
        ))}
      </CardGrid>
    </InfiniteList>
  );
}

/** /toolbox/saved (product 2.38). Signed-in users only. */
export function Component() {
  return (
    <Page>
      <PageHeading text="Modules you saved, latest first.">Saved Modules</PageHeading>
      <SavedList />
    </Page>
  );
}
