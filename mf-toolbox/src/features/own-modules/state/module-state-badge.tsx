import type { ModuleStatus } from '@solvent/contracts';
import { Badge } from '@solvent/ui';
import { CircleCheck, CircleX, EyeOff, Hourglass } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

interface Look {
  word: string;
  icon: LucideIcon;
  colorPalette: 'green' | 'brand' | 'red' | 'gray';
}

const LOOKS: Record<ModuleStatus, Look> = {
  'in-review': { word: 'In review', icon: Hourglass, colorPalette: 'brand' },
  published: { word: 'Published', icon: CircleCheck, colorPalette: 'green' },
  rejected: { word: 'Not published', icon: CircleX, colorPalette: 'red' },
  unpublished: { word: 'Unpublished', icon: EyeOff, colorPalette: 'gray' },
};

/** The state of a module: icon and word, never colour alone. */
export function ModuleStateBadge({ status }: { status: ModuleStatus }) {
  const { word, icon: Icon, colorPalette } = LOOKS[status];
  return (
    <Badge variant="subtle" colorPalette={colorPalette}>
      <Icon size={12} aria-hidden />
      {word}
    </Badge>
  );
}
