export { createLog } from './log.js';
export { createOutbox } from './outbox.js';
export { createTimeline } from './timeline.js';
