import { Stack, useDelayed } from '@solvent/ui';
import type { StackProps } from '@solvent/ui';

/** Shows skeletons after 120 ms; `minH` reserves their height. */
export function SkeletonRegion({ label = 'Loading', children, ...props }: { label?: string } & StackProps) {
  const isShown = useDelayed(true);
  return (
    <Stack role="status" aria-label={label} gap="3" {...props}>
      {isShown ? children : null}
    </Stack>
  );
}
