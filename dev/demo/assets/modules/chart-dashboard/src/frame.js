export const escape = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Readable side by side, by people who do not see red and green, too (Okabe and Ito). */
export const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'];

export const round = (value) => Math.round(value * 100) / 100;

/** What a screen reader says of a chart: its title, and every value. */
const spoken = (data) => data.map(({ label, value }) => `${label}: ${value}`).join('; ');

export function checked(data) {
  if (data.length === 0) throw new RangeError('A chart needs at least one value');
  if (data.some(({ value }) => !Number.isFinite(value))) throw new RangeError('Values are numbers');
  return data;
}

/** An SVG with a title and a description, of a size that its box decides. */
export function frame({ title, data, width, height }, content) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escape(title)}</title><desc>${escape(spoken(data))}</desc>`,
    ...content,
    '</svg>',
  ].join('');
}

/** Round numbers from 0 or below to the top, about five of them. */
export function ticks(values) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const raw = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= raw) ?? raw;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step));
}

/** Lines and numbers on the left; gives them and the height of a value. */
export function axis(values, { width, height }) {
  const marks = ticks(values);
  const [low, high] = [marks[0] ?? 0, marks.at(-1) ?? 1];
  const top = 10;
  const y = (value) => round(top + (height - 30 - top) * (1 - (value - low) / (high - low)));
  const lines = marks.map(
    (mark) =>
      `<path d="M44 ${y(mark)}H${width}" stroke="#d5d9e3"/><text x="38" y="${y(mark) + 4}" text-anchor="end" fill="currentColor">${mark}</text>`,
  );
  return { lines, y };
}
