import { formatNumber } from '@solvent/contracts';
import type { NotificationType } from '@solvent/contracts';

/** @param amount whole US dollars */
export const formatDollars = (amount: number): string => `$${formatNumber(amount)}`;

const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** "December 3, 2026", in UTC. */
export const formatDate = (date: Date): string => DATE.format(date);

/** "December 3 at 14:30 UTC". */
export const formatDateTime = (date: Date): string => `${DATE_TIME.format(date)} UTC`;

export interface NotificationContent {
  type: NotificationType;
  title: string;
  message: string;
  /** Follows the count in the title of a grouped notification. */
  groupTitleSuffix?: string;
}

export const toContent = (type: NotificationType, title: string, message: string): NotificationContent => ({
  type,
  title,
  message,
});
