import type { ProblemStatus } from '@solvent/contracts';
import { Badge } from '@solvent/ui';
import { CircleCheck, CircleDot, CircleSlash, LoaderCircle } from 'lucide-react';

/** Solved is filled, in progress outlined, all others are subtle (spec 4). */
const LOOKS = {
  open: { word: 'Open', icon: CircleDot, variant: 'subtle', colorPalette: 'gray' },
  'in-progress': { word: 'In progress', icon: LoaderCircle, variant: 'outline', colorPalette: 'gray' },
  solved: { word: 'Solved', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  closed: { word: 'Closed', icon: CircleSlash, variant: 'subtle', colorPalette: 'gray' },
} as const;

export const statusWord = (status: ProblemStatus): string => LOOKS[status].word;

export function StatusBadge({ status }: { status: ProblemStatus }) {
  const { word, icon: Icon, variant, colorPalette } = LOOKS[status] ?? LOOKS.open;
  return (
    <Badge variant={variant} colorPalette={colorPalette} data-variant={variant}>
      <Icon size={12} aria-hidden />
      {word}
    </Badge>
  );
}
