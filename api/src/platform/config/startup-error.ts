import { StartError } from '@solvent/setup/start-error';

/** A failed start that the operator can fix: its message is one sentence that describes what to do. */
export class StartupError extends StartError {
  override readonly name = 'StartupError';
  readonly exitCode: number = 1;
}
