export { kindOf } from './kinds.js';
export { createUpload } from './upload.js';
export { createReceiver } from './receiver.js';
