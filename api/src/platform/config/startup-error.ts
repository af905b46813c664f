/** A start-up that cannot go on for a reason a person can mend: its message is one sentence that says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
