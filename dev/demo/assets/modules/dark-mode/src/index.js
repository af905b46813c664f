export { headScript } from './head-script.js';
export { createTheme } from './theme.js';
export { createUseTheme } from './react.js';
