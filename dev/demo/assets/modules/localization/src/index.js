export { createTranslator } from './translator.js';
export { missingIn } from './missing.js';
