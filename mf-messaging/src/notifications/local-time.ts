import { clockText } from '../dates.ts';

/** As the server writes a deadline: "December 3 at 14:30 UTC". */
const MOMENT = /\b([A-Z][a-z]+ \d{1,2}) at (\d{2}:\d{2}) UTC\b/g;

/**
 * The text of a notification with its deadlines in the person's time zone: the server, which also sends it as a push, does not know it.
 *
 * @param createdAt of the notification, which no deadline precedes
 */
export function inLocalTime(text: string, createdAt: string): string {
  return text.replaceAll(MOMENT, (written, day: string, time: string) => {
    const timeIn = (year: number) => Date.parse(`${day}, ${year} ${time} UTC`);
    const created = new Date(createdAt);
    const moment =
      timeIn(created.getUTCFullYear()) < created.getTime()
        ? timeIn(created.getUTCFullYear() + 1)
        : timeIn(created.getUTCFullYear());
    if (Number.isNaN(moment)) return written;
    const date = new Date(moment).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
    return `${date} at ${clockText(moment)}`;
  });
}
