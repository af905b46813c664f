/// <reference types="node" />

export interface Pdf {
  text(text: string, options?: { size?: number; bold?: boolean }): Pdf;
  row(cells: string[], options: { widths: number[]; right?: number[]; size?: number; bold?: boolean }): Pdf;
  line(): Pdf;
  space(height?: number): Pdf;
  readonly pages: number;
  bytes(): Buffer;
}

export function createPdf(options: { title: string }): Pdf;

export interface InvoiceLine {
  name: string;
  quantity: number;
  /** Of one. */
  cents: number;
}

export function invoice(options: {
  number: string;
  date: string;
  from: string;
  to: string;
  lines: InvoiceLine[];
  currency?: string;
  taxPercent?: number;
  note?: string;
}): Buffer;
