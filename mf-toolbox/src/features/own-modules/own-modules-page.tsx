import { useInfiniteQuery } from '@solvent/http';
import { ListEnd, LoadError, SkeletonRegion } from '@solvent/kit';
import { EmptyState, Heading, LinkButton, Page, PageHeading, Panel, Skeleton, Stack, VisuallyHidden } from '@solvent/ui';
import { PackagePlus, Upload } from 'lucide-react';
import { ContactPanel } from './contact-panel.tsx';
import { EarningsPanel } from './earnings-panel.tsx';
import { OwnModuleRow } from './own-module-row.tsx';
import { flattenOwnModules, ownModulesOptions } from '../../api/own-modules.ts';

const OwnModulesSkeleton = () => (
  <SkeletonRegion gap="4" minH="80vh">
    {[1, 2, 3].map((card) => (
      <Panel key={card}>
        <Skeleton h="5" w="40%" mb="3" />
        <Skeleton h="16" />
      </Panel>
    ))}
  </SkeletonRegion>
);

const NoOwnModules = () => (
  <EmptyState
    icon={PackagePlus}
    as="h2"
    title="No modules yet"
    text="Share code that others can build into their projects, free or for a price."
    action={<LinkButton to="/toolbox/upload">Upload a module</LinkButton>}
  />
);

function OwnModules() {
  const query = useInfiniteQuery(ownModulesOptions);
  const latest = query.data?.pages.at(-1);
  if (query.isPending) return <OwnModulesSkeleton />;
  if (!latest)
    return (
      <LoadError as="h2" title="Your modules could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  const modules = flattenOwnModules(query.data?.pages ?? []);
  return (
    <>
      <EarningsPanel earnings={latest.earnings} />
      <ContactPanel showsEmail={latest.showsEmail} />
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      {modules.length === 0 ? <NoOwnModules /> : null}
      <Stack as="ul" aria-label="Your modules" gap="3" listStyleType="none" _empty={{ display: 'none' }}>
        {modules.map((module) => (
          <li key={module.id}>
            <OwnModuleRow module={module} />
          </li>
        ))}
      </Stack>
      <ListEnd query={query} error="Your modules could not be loaded" />
    </>
  );
}

const UploadLink = () => (
  <LinkButton to="/toolbox/upload">
    <Upload size={16} aria-hidden />
    Upload a module
  </LinkButton>
);

/** /toolbox/own (product 2.38). Signed-in users only. */
export function Component() {
  return (
    <Page measure="reading">
      <PageHeading text="Your modules, their review status and your earnings." actions={<UploadLink />}>
        My Modules
      </PageHeading>
      <OwnModules />
    </Page>
  );
}
