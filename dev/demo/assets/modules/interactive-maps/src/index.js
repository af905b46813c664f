export { distance, project, unproject } from './mercator.js';
export { cluster } from './cluster.js';
export { createView } from './view.js';
