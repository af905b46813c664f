import { formatClockTime, formatDayOfYear } from '../dates.ts';

/** Deadlines as the server writes them: "December 3 at 14:30 UTC". */
const UTC_TIME_PATTERN = /\b([A-Z][a-z]+ \d{1,2}) at (\d{2}:\d{2}) UTC\b/g;

/** Shows deadlines in local time: the server, which also sends the text as a push, does not know the time zone. */
export function convertToLocalTime(text: string, createdAt: string): string {
  return text.replaceAll(UTC_TIME_PATTERN, (utcText, day: string, time: string) => {
    const getTimeInYear = (year: number) => Date.parse(`${day}, ${year} ${time} UTC`);
    const created = new Date(createdAt);
    const moment =
      getTimeInYear(created.getUTCFullYear()) < created.getTime()
        ? getTimeInYear(created.getUTCFullYear() + 1)
        : getTimeInYear(created.getUTCFullYear());
    if (Number.isNaN(moment)) return utcText;
    return `${formatDayOfYear(new Date(moment))} at ${formatClockTime(moment)}`;
  });
}
