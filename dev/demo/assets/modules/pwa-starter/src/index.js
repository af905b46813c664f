export { manifestOf } from './manifest.js';
export { createQueue } from './queue.js';
export { serviceWorkerOf } from './service-worker.js';
