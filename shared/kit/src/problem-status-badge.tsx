import { Badge } from '@solvent/ui';
import type { ProblemStatus } from '@solvent/contracts';
import { CircleCheck, CircleDot, CircleSlash, LoaderCircle } from 'lucide-react';

/** Solved is filled, in progress outlined, all others are subtle (product 10.8). */
const STATUS_STYLES = {
  open: { label: 'Open', icon: CircleDot, variant: 'subtle', colorPalette: 'gray' },
  'in-progress': { label: 'In progress', icon: LoaderCircle, variant: 'outline', colorPalette: 'gray' },
  solved: { label: 'Solved', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  closed: { label: 'Closed', icon: CircleSlash, variant: 'subtle', colorPalette: 'gray' },
} as const;

/** "In progress": a state as people read it. */
export const getProblemStatusLabel = (status: ProblemStatus): string => STATUS_STYLES[status].label;

/** The state of a problem: icon and word, never colour alone. One that is not known is open (product 10.8). */
export function ProblemStatusBadge({ status }: { status: ProblemStatus }) {
  const { label, icon: Icon, variant, colorPalette } = STATUS_STYLES[status] ?? STATUS_STYLES.open;
  return (
    <Badge variant={variant} colorPalette={colorPalette} data-variant={variant} flexShrink="0">
      <Icon size={12} aria-hidden />
      {label}
    </Badge>
  );
}
