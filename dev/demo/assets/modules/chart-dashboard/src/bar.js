import { COLOURS, axis, checked, escape, frame, round } from './frame.js';

/** Upright bars; those below zero hang. */
export function barChart({ title, data, width = 480, height = 240 }) {
  const { lines, y } = axis(
    checked(data).map(({ value }) => value),
    { width, height },
  );
  const slot = (width - 44) / data.length;
  const bars = data.map(({ label, value }, index) => {
    const x = round(44 + slot * (index + 0.15));
    const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
    return (
      `<rect x="${x}" y="${top}" width="${round(slot * 0.7)}" height="${round(bottom - top)}" fill="${COLOURS[0]}"/>` +
      `<text x="${round(x + slot * 0.35)}" y="${height - 8}" text-anchor="middle" fill="currentColor">${escape(label)}</text>`
    );
  });
  return frame({ title, data, width, height }, [...lines, ...bars]);
}
