/** The server will not have it as it is: another try is of no use. `code` is its word, the message its sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** It may go later: not before `afterMs` where the server says when (Retry-After). */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  constructor(readonly afterMs?: number) {
    super('Not now: later.');
  }
}

/** The session is over: nothing goes until somebody signs in, and nothing has failed. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
  constructor() {
    super('Nobody is signed in.');
  }
}
