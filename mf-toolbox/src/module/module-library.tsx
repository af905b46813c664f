import { distinct, InfiniteList, SkeletonRegion } from '@solvent/kit';
import { Link } from '@solvent/router';
import {
  chakra,
  EmptyState,
  FINGER_TARGET,
  Heading,
  LinkButton,
  Panel,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@solvent/ui';
import type { ComponentProps, ReactNode } from 'react';

const TitleLink = chakra(Link, {
  base: { ...FINGER_TARGET, color: 'fg', rounded: 'l1', _hover: { textDecoration: 'underline' }, focusVisibleRing: 'outside' },
});

export const ModuleTitle = ({ module: { id, title } }: { module: { id: string; title: string } }) => (
  <Text as="h3" textStyle="cardTitle" maxW="100%" overflowWrap="anywhere">
    <TitleLink dir="auto" to={`/toolbox/${encodeURIComponent(id)}`}>
      {title}
    </TitleLink>
  </Text>
);

const RowSkeletons = () => (
  <SkeletonRegion gap="3" minH="80vh">
    {[1, 2, 3].map((row) => (
      <Panel key={row}>
        <Skeleton h="5" w="40%" mb="3" />
        <Skeleton h="14" />
      </Panel>
    ))}
  </SkeletonRegion>
);

interface ModuleRowsProps<Module> {
  label: string;
  modules: readonly Module[];
  children: (module: Module) => ReactNode;
}

export const ModuleRows = <Module extends { id: string }>({ label, modules, children }: ModuleRowsProps<Module>) => (
  <Stack as="ul" aria-label={label} gap="3" listStyleType="none">
    {modules.map((module) => (
      <li key={module.id}>{children(module)}</li>
    ))}
  </Stack>
);

interface ModulesPage {
  modules: readonly { id: string }[];
}

interface ModuleLibraryProps<Page extends ModulesPage> {
  query: ComponentProps<typeof InfiniteList>['query'] & { data: { pages: readonly Page[] } | undefined };
  /** "Your purchases could not be loaded" */
  error: string;
  skeleton?: ReactNode;
  /** Above the modules, also if there are none. */
  renderHeader?: (latest: Page) => ReactNode;
  empty: Pick<ComponentProps<typeof EmptyState>, 'icon' | 'title' | 'text'>;
  emptyLink?: { to: string; label: string };
  children: (modules: Page['modules'][number][]) => ReactNode;
}

const BROWSE_LINK = { to: '/toolbox', label: 'Browse the Toolbox' };

/** The modules that belong to a user, page by page. */
export function ModuleLibrary<Page extends ModulesPage>({
  query,
  error,
  skeleton,
  renderHeader,
  empty,
  emptyLink = BROWSE_LINK,
  children,
}: ModuleLibraryProps<Page>) {
  const pages = query.data?.pages ?? [];
  const latest = pages.at(-1);
  const modules = distinct(
    pages.flatMap((page): Page['modules'] => page.modules),
    ({ id }) => id,
  );
  return (
    <InfiniteList
      query={query}
      isEmpty={false}
      skeleton={skeleton ?? <RowSkeletons />}
      error={{ as: 'h2', title: error }}
      nextError={error}
      empty={null}
    >
      {latest && renderHeader?.(latest)}
      {modules.length === 0 ? (
        <EmptyState {...empty} as="h2" action={<LinkButton to={emptyLink.to}>{emptyLink.label}</LinkButton>} />
      ) : (
        <>
          <VisuallyHidden asChild>
            <Heading as="h2">Modules</Heading>
          </VisuallyHidden>
          {children(modules)}
        </>
      )}
    </InfiniteList>
  );
}
