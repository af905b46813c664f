import type { ProblemStatus as Status } from '@solvent/contracts';
import { Badge } from '@solvent/ui';
import { CircleCheck, CircleDot, CircleSlash, LoaderCircle } from 'lucide-react';

/** Solved is filled, in progress outlined, all others are subtle (spec 4). */
const LOOKS = {
  open: { word: 'Open', icon: CircleDot, variant: 'subtle', colorPalette: 'gray' },
  'in-progress': { word: 'In progress', icon: LoaderCircle, variant: 'outline', colorPalette: 'gray' },
  solved: { word: 'Solved', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  closed: { word: 'Closed', icon: CircleSlash, variant: 'subtle', colorPalette: 'gray' },
} as const;

export function ProblemStatus({ status }: { status: Status }) {
  const { word, icon: Icon, variant, colorPalette } = LOOKS[status];
  return (
    <Badge variant={variant} colorPalette={colorPalette} flexShrink="0">
      <Icon size={12} aria-hidden />
      {word}
    </Badge>
  );
}
