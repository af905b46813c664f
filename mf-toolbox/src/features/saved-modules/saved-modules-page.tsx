import { useInfiniteQuery } from '@solvent/http';
import { useNearEnd } from '@solvent/kit';
import { Box, Button, Heading, InlineSpinner, LinkButton, Notice, Page, PageHeading, VisuallyHidden } from '@solvent/ui';
import { Bookmark, CloudAlert } from 'lucide-react';
import { CardSkeletons, Columns } from '../../module/module-grid.tsx';
import { SavedModule } from './saved-module.tsx';
import { distinctModules, savedModulesOptions } from '../../api/saved-modules.ts';

/** Cards in the first row of the widest screen. */
const FIRST_ROW = 3;

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    icon={CloudAlert}
    tone="error"
    as="h2"
    title="Your saved modules could not be loaded"
    text="Check your connection and try again."
    action={
      <Button variant="outline" colorPalette="gray" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);

const None = () => (
  <Notice
    icon={Bookmark}
    as="h2"
    title="No saved modules yet"
    text="Save a module on its page, and find it here again."
    action={<LinkButton to="/toolbox">Browse the Toolbox</LinkButton>}
  />
);

function SavedList() {
  const { data, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(savedModulesOptions);
  const endRef = useNearEnd(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  if (isPending) return <CardSkeletons />;
  if (!data) return <Failed onRetry={() => void refetch()} />;
  const modules = distinctModules(data.pages);
  if (modules.length === 0) return <None />;
  return (
    <>
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      <Columns>
        {modules.map((module, index) => (
          <SavedModule key={module.id} module={module} first={index < FIRST_ROW} />
        ))}
      </Columns>
      <Box ref={endRef}>
        {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
        {isFetchNextPageError && !isFetchingNextPage ? <Failed onRetry={() => void fetchNextPage()} /> : null}
      </Box>
    </>
  );
}

/** /toolbox/saved: the modules that the person keeps, the latest saved first. The shell lets only signed-in people in. */
export function Component() {
  return (
    <Page>
      <PageHeading text="Modules that you keep an eye on, the latest saved first.">Saved Modules</PageHeading>
      <SavedList />
    </Page>
  );
}
