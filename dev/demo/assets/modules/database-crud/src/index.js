export { createCrud } from './crud.js';
