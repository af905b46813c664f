/**
 * An error that prevents the start and that a person can fix: its message is one sentence that states what to do, or empty
 * if a program has printed it already.
 */
export class StartError extends Error {}

/**
 * Runs a script's main function; what goes wrong is said in one sentence and ends it with exit code 1.
 *
 * @param {() => Promise<unknown>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    const text = error instanceof StartError ? error.message : error.stack;
    if (text) process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
