interface EntryState {
  /** Where the sign-in interrupted the person. */
  from?: unknown;
  /** The address that was typed on a sibling screen. */
  email?: string;
}

/** The address that a person typed on the screen before, else ''. */
export function typedAddressOf(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}

/** What a link between the entry screens hands on: where the person was going, and the address typed here. */
export function entryState(state: unknown, email = typedAddressOf(state)): EntryState | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? { from: state.from } : {};
  const handed = { ...from, ...(email.trim() === '' ? {} : { email: email.trim() }) };
  return Object.keys(handed).length > 0 ? handed : null;
}
