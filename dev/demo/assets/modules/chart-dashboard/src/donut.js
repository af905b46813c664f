import { COLOURS, checked, escape, frame, round } from './frame.js';

const RADIUS = 70;
const AROUND = 2 * Math.PI * RADIUS;

/** Parts of a whole, clockwise from the top, with a legend that names their shares. */
export function donutChart({ title, data, width = 480, height = 200 }) {
  const total = checked(data).reduce((sum, { value }) => sum + value, 0);
  if (total <= 0 || data.some(({ value }) => value < 0)) throw new RangeError('Parts of a whole are not below zero');
  let before = 0;
  const parts = data.map(({ label, value }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const share = value / total;
    const arc = `<circle cx="100" cy="${height / 2}" r="${RADIUS}" fill="none" stroke="${colour}" stroke-width="34" stroke-dasharray="${round(share * AROUND)} ${round(AROUND)}" stroke-dashoffset="${round(-before * AROUND)}" transform="rotate(-90 100 ${height / 2})"/>`;
    before += share;
    const y = 24 + index * 22;
    const legend = `<rect x="210" y="${y - 10}" width="12" height="12" fill="${colour}"/><text x="230" y="${y}" fill="currentColor">${escape(label)} · ${Math.round(share * 100)} %</text>`;
    return arc + legend;
  });
  return frame({ title, data, width, height }, parts);
}
