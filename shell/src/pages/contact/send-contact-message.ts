import type { ContactAnswer, ContactBody } from '@solvent/contracts';
import { http } from '@solvent/http';

/**
 * Sends a message to the team.
 *
 * @returns the reference number to quote
 * @throws ApiError with `errors` by field when the server refuses a value
 */
export async function sendContactMessage(body: ContactBody): Promise<string> {
  const { data } = await http.post<ContactAnswer>('/contact', body);
  return data.reference;
}
