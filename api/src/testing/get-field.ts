import type { TestResponse } from './test-app.ts';

/** Response schemas drop all other fields, so that a successful response has the type of its contract. */
export function getField<T>({ status, body }: TestResponse, field: string): T {
  if (status >= 300 || !(field in body)) throw new Error(`No ${field} in response ${status}: ${JSON.stringify(body)}`);
  return body[field] as T;
}
