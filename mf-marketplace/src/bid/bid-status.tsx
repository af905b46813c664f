import type { Bid, BidStatus } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { Badge } from '@solvent/ui';
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react';

/** "$50 under budget", "at budget", "$20 above budget" (product 5.8). Whole US dollars. */
export function formatBudgetDifference(amount: number, budget: number): string {
  if (amount === budget) return 'at budget';
  const difference = formatMoney(toCents(Math.abs(amount - budget)));
  return `${difference} ${amount < budget ? 'under' : 'above'} budget`;
}

const STATUS_STYLES = {
  pending: { label: 'Pending', icon: Clock, variant: 'outline', colorPalette: 'gray' },
  accepted: { label: 'Accepted', icon: CircleCheck, variant: 'solid', colorPalette: 'green' },
  rejected: { label: 'Rejected', icon: CircleX, variant: 'subtle', colorPalette: 'gray' },
  withdrawn: { label: 'Withdrawn', icon: Undo2, variant: 'subtle', colorPalette: 'gray' },
} as const;

export const getBidStatusLabel = (status: BidStatus): string => STATUS_STYLES[status].label;

export const getStatusTime = ({ status, createdAt, updatedAt }: Pick<Bid, 'status' | 'createdAt' | 'updatedAt'>): string =>
  status === 'pending' ? createdAt : updatedAt;

export function BidStatusBadge({ status }: { status: BidStatus }) {
  const { label, icon: Icon, variant, colorPalette } = STATUS_STYLES[status];
  return (
    <Badge variant={variant} colorPalette={colorPalette}>
      <Icon size={12} aria-hidden />
      {label}
    </Badge>
  );
}
