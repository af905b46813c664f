import { Badge } from '@solvent/ui';
import type { ProblemStatus } from '@solvent/contracts';
import { CircleCheck, CircleDot, CircleSlash, LoaderCircle } from 'lucide-react';

const STATUS_STYLES = {
  open: { label: 'Open', icon: CircleDot, variant: 'subtle', colorPalette: 'gray' },
  'in-progress': { label: 'In progress', icon: LoaderCircle, variant: 'outline', colorPalette: 'gray' },
  solved: { label: 'Solved', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  closed: { label: 'Closed', icon: CircleSlash, variant: 'subtle', colorPalette: 'gray' },
} as const;

export const getProblemStatusLabel = (status: ProblemStatus): string => STATUS_STYLES[status].label;

/** Shows a status by icon and label, not by color alone; an unknown one as open (product 10.8). */
export function ProblemStatusBadge({ status }: { status: ProblemStatus }) {
  const { label, icon: Icon, variant, colorPalette } = STATUS_STYLES[status] ?? STATUS_STYLES.open;
  return (
    <Badge variant={variant} colorPalette={colorPalette} data-variant={variant} flexShrink="0">
      <Icon size={12} aria-hidden />
      {label}
    </Badge>
  );
}
