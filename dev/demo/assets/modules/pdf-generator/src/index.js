export { createPdf } from './pdf.js';
export { invoice } from './invoice.js';
