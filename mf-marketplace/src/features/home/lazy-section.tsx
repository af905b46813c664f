import { Box, Button, Notice, useDeferredComponent } from '@solvent/ui';
import type { BoxProps, LoadComponent } from '@solvent/ui';
import { CloudOff } from 'lucide-react';
import { useRef } from 'react';
import { useNearViewport } from '../../deferred/use-near-viewport.ts';

/** Far enough for a section's code to be there before the section is seen. */
const MARGIN = 400;

interface LazySectionProps {
  load: LoadComponent<object>;
  /** The height kept free for it, so that what follows does not move. */
  minH: BoxProps['minH'];
}

/** A section whose code loads when a person scrolls near it. */
export function LazySection({ load, minH }: LazySectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { Component, failed, retry } = useDeferredComponent(load, useNearViewport(ref, MARGIN));
  return (
    <Box ref={ref} minH={Component ? undefined : minH}>
      {Component ? <Component /> : null}
      {failed ? (
        <Notice
          icon={CloudOff}
          title="This part of the page could not be loaded"
          text="Check your connection and try again."
          action={
            <Button variant="outline" colorPalette="gray" onClick={retry}>
              Try again
            </Button>
          }
        />
      ) : null}
    </Box>
  );
}
