export { createForm } from './form.js';
export { renderForm } from './render.js';
