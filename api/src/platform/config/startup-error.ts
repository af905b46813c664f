import { StartError } from '../../../../scripts/setup/start-error.mjs';

/** A start-up that cannot go on for a reason a person can mend: its message is one sentence that says what to do. */
export class StartupError extends StartError {
  override readonly name = 'StartupError';
  /** What the program ends with. */
  readonly exitCode: number = 1;
}
