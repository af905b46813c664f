export { barChart } from './bar.js';
export { donutChart } from './donut.js';
export { lineChart } from './line.js';
export { dataTable } from './table.js';
export { createChart } from './react.js';
