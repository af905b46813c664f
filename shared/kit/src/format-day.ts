const DAY_STYLES = {
  /** "Nov 20, 2026" */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** "November 20, 2026" */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** "November 20" */
  dayOfYear: { day: 'numeric', month: 'long' },
  /** "November 2026" */
  month: { month: 'long', year: 'numeric' },
} as const;

/** A day, in the person's time zone. @param time ISO 8601 */
export const formatDay = (time: string, style: keyof typeof DAY_STYLES = 'short'): string =>
  new Date(time).toLocaleDateString('en-US', DAY_STYLES[style]);
