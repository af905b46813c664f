import { escape } from './frame.js';

/** The same numbers as a table: for print, for copying, and for who prefers them. */
export function dataTable({ title, data, valueName = 'Value' }) {
  const rows = data.map(({ label, value }) => `<tr><th scope="row">${escape(label)}</th><td>${escape(value)}</td></tr>`);
  return `<table><caption>${escape(title)}</caption><thead><tr><th scope="col">${escape(title)}</th><th scope="col">${escape(valueName)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
