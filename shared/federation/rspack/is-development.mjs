/** Returns true in the dev server of rspack. */
export const isDevelopment = () =>
  process.env.RSPACK_SERVE === 'true' || process.argv.includes('dev') || process.argv.includes('serve');
