import type { BidStatus } from '@solvent/contracts';
import { Badge } from '@solvent/ui';
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react';

const LOOKS = {
  pending: { word: 'Pending', icon: Clock, variant: 'outline', colorPalette: 'gray' },
  accepted: { word: 'Accepted', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  rejected: { word: 'Rejected', icon: CircleX, variant: 'subtle', colorPalette: 'gray' },
  withdrawn: { word: 'Withdrawn', icon: Undo2, variant: 'subtle', colorPalette: 'gray' },
} as const;

export const bidStatusWord = (status: BidStatus): string => LOOKS[status].word;

/** The state of a bid: icon and word, never colour alone. */
export function BidStatusBadge({ status }: { status: BidStatus }) {
  const { word, icon: Icon, variant, colorPalette } = LOOKS[status];
  return (
    <Badge variant={variant} colorPalette={colorPalette}>
      <Icon size={12} aria-hidden />
      {word}
    </Badge>
  );
}
