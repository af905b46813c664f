import { Badge } from '@solvent/ui';
import type { ProblemStatus } from '@solvent/contracts';
import { CircleCheck, CircleDot, CircleSlash, LoaderCircle } from 'lucide-react';

/** Solved is filled, in progress outlined, all others are subtle (product 10.8). */
const LOOKS = {
  open: { word: 'Open', icon: CircleDot, variant: 'subtle', colorPalette: 'gray' },
  'in-progress': { word: 'In progress', icon: LoaderCircle, variant: 'outline', colorPalette: 'gray' },
  solved: { word: 'Solved', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  closed: { word: 'Closed', icon: CircleSlash, variant: 'subtle', colorPalette: 'gray' },
} as const;

/** "In progress": a state as people read it. */
export const problemStatusWord = (status: ProblemStatus): string => LOOKS[status].word;

/** The state of a problem: icon and word, never colour alone. One that is not known is open (product 10.8). */
export function ProblemStatusBadge({ status }: { status: ProblemStatus }) {
  const { word, icon: Icon, variant, colorPalette } = LOOKS[status] ?? LOOKS.open;
  return (
    <Badge variant={variant} colorPalette={colorPalette} data-variant={variant} flexShrink="0">
      <Icon size={12} aria-hidden />
      {word}
    </Badge>
  );
}
