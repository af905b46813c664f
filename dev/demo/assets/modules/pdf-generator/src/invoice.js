import { createPdf } from './pdf.js';

const WIDTHS = [0.52, 0.12, 0.18, 0.18];

/** An invoice as a PDF: prices in whole cents, the tax rounded once on the sum. */
export function invoice({ number, date, from, to, lines, currency = 'USD', taxPercent = 0, note = '' }) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const money = (cents) => format.format(cents / 100).replaceAll('\u00a0', ' ');
  const net = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const tax = Math.round((net * taxPercent) / 100);
  const pdf = createPdf({ title: `Invoice ${number}` });
  const row = (cells, bold = false) => pdf.row(cells, { widths: WIDTHS, right: [1, 2, 3], bold });

  pdf.text(`Invoice ${number}`, { size: 22, bold: true }).text(date).space();
  pdf.text(from, { bold: true }).space(6).text(to).space(18);
  row(['Item', 'Number', 'Each', 'Amount'], true);
  pdf.line();
  for (const { name, quantity, cents } of lines) row([name, String(quantity), money(cents), money(cents * quantity)]);
  pdf.line();
  if (taxPercent > 0) row([`Tax ${taxPercent} %`, '', '', money(tax)]);
  row(['Total', '', '', money(net + tax)], true);
  if (note !== '') pdf.space(18).text(note);
  return pdf.bytes();
}
