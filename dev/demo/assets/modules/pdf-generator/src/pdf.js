import { literal, widthOf, wrap } from './text.js';

/** A4 in points (1/72 inch). */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const number = (value) => String(Math.round(value * 100) / 100);

/** Numbers the objects and says where each begins: that is all there is to a PDF. */
function assemble(objects, root) {
  let body = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  body += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root ${root} 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** A document that grows from the top to the bottom and takes a new page when one is full. Sizes are in points. */
export function createPdf({ title }) {
  const pages = [];
  const inside = PAGE.width - 2 * PAGE.margin;
  let y = 0;
  const draw = (command) => pages.at(-1)?.push(command);
  const page = () => {
    pages.push([]);
    y = PAGE.height - PAGE.margin;
  };
  const room = (height) => {
    if (y - height < PAGE.margin) page();
    y -= height;
  };
  const put = (text, x, size, bold) =>
    draw(`BT /F${bold ? 2 : 1} ${size} Tf ${number(x)} ${number(y)} Td ${literal(text)} Tj ET`);
  page();

  const pdf = {
    /** A text of any length, in lines. */
    text(text, { size = 11, bold = false } = {}) {
      for (const line of wrap(text, size, inside)) {
        room(size * 1.4);
        put(line, PAGE.margin, size, bold);
      }
      return pdf;
    },

    /** Cells next to each other; `widths` are shares of the page, and `right` names the columns that end flush. */
    row(cells, { widths, right = [], size = 11, bold = false }) {
      room(size * 1.6);
      let x = PAGE.margin;
      cells.forEach((cell, index) => {
        const width = (widths[index] ?? 0) * inside;
        put(cell, right.includes(index) ? x + width - widthOf(cell, size) : x, size, bold);
        x += width;
      });
      return pdf;
    },

    /** A line across the page. */
    line() {
      room(6);
      draw(`0.8 w ${PAGE.margin} ${number(y)} m ${number(PAGE.margin + inside)} ${number(y)} l S`);
      return pdf;
    },

    space(height = 12) {
      room(height);
      return pdf;
    },

    get pages() {
      return pages.length;
    },

    /** The whole file. */
    bytes() {
      const first = 6;
      const kids = pages.map((_, index) => `${first + index * 2} 0 R`);
      const font = (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
      const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
      const drawn = pages.flatMap((commands, index) => {
        const content = commands.join('\n');
        return [
          `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
          `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        ];
      });
      const tree = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`;
      const info = `<< /Title ${literal(title)} >>`;
      return assemble(['<< /Type /Catalog /Pages 2 0 R >>', tree, font('Helvetica'), font('Helvetica-Bold'), info, ...drawn], 1);
    },
  };
  return pdf;
}
