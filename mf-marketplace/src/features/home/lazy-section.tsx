import { LoadError } from '@solvent/kit';
import { Box, DeferredHydration, useHydrated, useLateLayout } from '@solvent/ui';
import type { BoxProps, LazyComponent } from '@solvent/ui';
import { useMemo, useState } from 'react';

interface LazySectionProps {
  section: LazyComponent<object>;
  minH: BoxProps['minH'];
}

/** A section whose code loads when the user scrolls near it. Servers render it at once. */
export function LazySection({ section: Section, minH }: LazySectionProps) {
  const isHydrated = useHydrated();
  const [isWanted, setWanted] = useState(!isHydrated);
  const content = useMemo(() => {
    const renderLoadError = (retry: () => void) => (
      <Box minH={minH}>
        <LoadError title="This part of the page could not be loaded" onRetry={retry} />
      </Box>
    );
    return <Section wanted={isWanted} renderLoadError={renderLoadError} />;
  }, [Section, isWanted, minH]);
  return (
    <DeferredHydration onNear={() => setWanted(true)} _empty={{ minH }} {...useLateLayout(minH)}>
      {content}
    </DeferredHydration>
  );
}
