export { columnsOf } from './columns.js';
export { monthGrid } from './month.js';
export { occurrences } from './repeat.js';
export { instantOf, wallTimeOf } from './zones.js';
