/** Shapes of the module pictures, which are 640 × 360. */

const FONT = "font-family='Liberation Sans, Helvetica, Arial, sans-serif'";
export const INK = '#1e2130';
export const MUTED = '#7b8194';
export const LINE = '#e4e7ee';

const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const rect = (x, y, w, h, fill, { r = 0, stroke, opacity, extra = '' } = {}) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"${stroke ? ` stroke="${stroke}"` : ''}${opacity ? ` opacity="${opacity}"` : ''} ${extra}/>`;

export const circle = (x, y, r, fill, extra = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${extra}/>`;

export const path = (d, fill, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`;

export const line = (d, stroke, width = 2, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

export const text = (x, y, content, { size = 13, fill = INK, weight = 400, anchor = 'start', font = FONT } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${weight}" text-anchor="${anchor}" ${font}>${escape(content)}</text>`;

export const MONO = "font-family='Liberation Mono, monospace' xml:space='preserve'";

/** Draws a bar instead of a line of text. */
export const words = (x, y, w, fill = LINE, h = 8) => rect(x, y, w, h, fill, { r: h / 2 });

/** A white card with a soft shadow. */
export const card = (x, y, w, h, { r = 12, fill = '#fff' } = {}) =>
  rect(x, y + 8, w, h, '#101430', { r, opacity: 0.08 }) +
  rect(x, y + 3, w, h, '#101430', { r, opacity: 0.06 }) +
  rect(x, y, w, h, fill, { r });

export const button = (x, y, w, h, label, fill, color = '#fff') =>
  rect(x, y, w, h, fill, { r: 8 }) +
  text(x + w / 2, y + h / 2 + 5, label, { fill: color, weight: 700, anchor: 'middle', size: 13 });

/** A labelled form field. */
export const field = (x, y, w, label, value, { active } = {}) =>
  text(x, y, label, { size: 12, fill: MUTED }) +
  rect(x, y + 8, w, 34, '#fff', { r: 8, stroke: active ?? '#d5d9e3', extra: `stroke-width="${active ? 2 : 1}"` }) +
  text(x + 12, y + 30, value, { size: 14 });

export const check = (x, y, color, size = 1) =>
  line(`M${x} ${y}l${4 * size} ${4 * size} ${8 * size} -${9 * size}`, color, 2.4 * size);

/** Draws a picture on a gradient background with two large soft circles. */
export const picture = (from, to, ...content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360"><defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
  rect(0, 0, 640, 360, 'url(#ground)') +
  circle(600, 20, 130, '#fff', 'opacity=".09"') +
  circle(30, 350, 110, '#fff', 'opacity=".07"') +
  `${content.join('')}</svg>`;
