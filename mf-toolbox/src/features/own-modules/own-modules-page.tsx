import { useInfiniteQuery } from '@solvent/http';
import { useNearEnd } from '@solvent/kit';
import {
  Box,
  Button,
  Heading,
  InlineSpinner,
  LinkButton,
  Notice,
  Page,
  PageHeading,
  Panel,
  Skeleton,
  Stack,
  useDelayed,
  VisuallyHidden,
} from '@solvent/ui';
import { CloudAlert, PackagePlus, Upload } from 'lucide-react';
import { ContactPanel } from './contact-panel.tsx';
import { EarningsPanel } from './earnings-panel.tsx';
import { OwnModuleRow } from './own-module-row.tsx';
import { distinctOwn, ownModulesOptions } from '../../api/own-modules.ts';

function Loading() {
  const isLate = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading" gap="4" minH="80vh">
      {isLate
        ? [1, 2, 3].map((card) => (
            <Panel key={card}>
              <Skeleton h="5" w="40%" mb="3" />
              <Skeleton h="16" />
            </Panel>
          ))
        : null}
    </Stack>
  );
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    icon={CloudAlert}
    tone="error"
    as="h2"
    title="Your modules could not be loaded"
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
    icon={PackagePlus}
    as="h2"
    title="No modules yet"
    text="Share code that others can build into their projects, free or for a price."
    action={<LinkButton to="/toolbox/upload">Upload a module</LinkButton>}
  />
);

function OwnModules() {
  const { data, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(ownModulesOptions);
  const endRef = useNearEnd(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  const latest = data?.pages.at(-1);
  if (isPending) return <Loading />;
  if (!data || !latest) return <Failed onRetry={() => void refetch()} />;
  const modules = distinctOwn(data.pages);
  return (
    <>
      <EarningsPanel earnings={latest.earnings} />
      <ContactPanel showsEmail={latest.showsEmail} />
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      {modules.length === 0 ? <None /> : null}
      <Stack as="ul" aria-label="Your modules" gap="3" listStyleType="none" _empty={{ display: 'none' }}>
        {modules.map((module) => (
          <li key={module.id}>
            <OwnModuleRow module={module} />
          </li>
        ))}
      </Stack>
      <Box ref={endRef}>
        {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
        {isFetchNextPageError && !isFetchingNextPage ? <Failed onRetry={() => void fetchNextPage()} /> : null}
      </Box>
    </>
  );
}

const UploadLink = () => (
  <LinkButton to="/toolbox/upload">
    <Upload size={16} aria-hidden />
    Upload a module
  </LinkButton>
);

/** /toolbox/own: an author's modules of every state, and what they earn. The shell lets only signed-in people in. */
export function Component() {
  return (
    <Page measure="reading">
      <PageHeading text="What you have shared, how its review stands, and what it earns." actions={<UploadLink />}>
        My Modules
      </PageHeading>
      <OwnModules />
    </Page>
  );
}
