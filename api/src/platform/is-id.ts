const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether what a socket, an address or an operator says is an id, in any case. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
