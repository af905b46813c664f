const formats = new Map();

function formatOf(zone) {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' };
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { ...options, hourCycle: 'h23', timeZone: zone });
  formats.set(zone, format);
  return format;
}

/** What the clocks of a zone say at an instant: `2026-03-29T03:30`. */
export function wallTimeOf(instant, zone) {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const utc = (wall) => Date.parse(`${wall}:00Z`);
/** How far a zone's clocks are ahead of UTC at an instant (ms). */
const ahead = (instant, zone) => utc(wallTimeOf(instant, zone)) - Math.floor(instant / 60_000) * 60_000;

/**
 * The instant at which a zone's clocks say so. A time that is skipped in spring is taken as much later as the clocks jump; of
 * one that comes twice in autumn it is the first.
 */
export function instantOf(wall, zone) {
  const guess = utc(wall);
  if (Number.isNaN(guess)) throw new RangeError(`${wall} is no time such as 2026-03-29T09:30`);
  const offsets = [ahead(guess - 86_400_000, zone), ahead(guess + 86_400_000, zone)];
  const fitting = offsets.map((offset) => guess - offset).filter((instant) => utc(wallTimeOf(instant, zone)) === guess);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : guess - offsets[0]);
}
