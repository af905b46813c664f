/** True where rspack's dev server runs the configuration: files have plain names, and versions do not matter. */
export const isDevelopment = () =>
  process.env.RSPACK_SERVE === 'true' || process.argv.includes('dev') || process.argv.includes('serve');
