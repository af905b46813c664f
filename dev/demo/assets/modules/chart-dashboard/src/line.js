import { COLOURS, axis, checked, escape, frame, round } from './frame.js';

/** A line with a dot for each value, the first and the last one labelled. */
export function lineChart({ title, data, width = 480, height = 240 }) {
  const { lines, y } = axis(
    checked(data).map(({ value }) => value),
    { width, height },
  );
  const step = data.length === 1 ? 0 : (width - 64) / (data.length - 1);
  const points = data.map(({ value }, index) => [round(52 + step * index), y(value)]);
  const path = points.map(([x, height_], index) => `${index === 0 ? 'M' : 'L'}${x} ${height_}`).join('');
  const dots = points.map(([x, height_]) => `<circle cx="${x}" cy="${height_}" r="3" fill="${COLOURS[0]}"/>`);
  const last = data.length - 1;
  const labels = [...new Set([0, last])].map(
    (index) =>
      `<text x="${points[index]?.[0] ?? 0}" y="${height - 8}" text-anchor="${index === 0 ? 'start' : 'end'}" fill="currentColor">${escape(data[index]?.label ?? '')}</text>`,
  );
  return frame({ title, data, width, height }, [
    ...lines,
    `<path d="${path}" fill="none" stroke="${COLOURS[0]}" stroke-width="2"/>`,
    ...dots,
    ...labels,
  ]);
}
