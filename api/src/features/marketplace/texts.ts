import { formatNumber } from '@solvent/contracts';
import type { NotificationType } from '@solvent/contracts';

/** Whole US dollars. */
export const formatDollars = (amount: number): string => `$${formatNumber(amount)}`;

const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** "December 3, 2026": whoever reads it may be anywhere, so it is the day of UTC. */
export const dayOf = (moment: Date): string => DAY.format(moment);

/** "December 3 at 14:30 UTC". */
export const formatDateTime = (moment: Date): string => `${MOMENT.format(moment)} UTC`;

/** What a notification is of, and says. */
export interface NotificationContent {
  type: NotificationType;
  title: string;
  message: string;
  /** What follows the number in the title of several that share one notification. */
  groupTitleSuffix?: string;
}
