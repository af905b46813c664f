import { isRestoringServedPage } from '@solvent/http';
import { Stack, useDelayed, useHydrated } from '@solvent/ui';
import type { StackProps } from '@solvent/ui';
import { useState } from 'react';

/** Shows skeletons after 120 ms, or at once if the server rendered them; `minH` reserves their height. */
export function SkeletonRegion({ label = 'Loading', children, ...props }: { label?: string } & StackProps) {
  const isHydrated = useHydrated();
  const [isServed] = useState(() => !isHydrated || isRestoringServedPage());
  const isShown = useDelayed(true) || isServed;
  return (
    <Stack role="status" aria-label={label} gap="3" {...props}>
      {isShown ? children : null}
    </Stack>
  );
}
