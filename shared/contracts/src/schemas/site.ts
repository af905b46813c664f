import { json } from './json.ts';
import type { TypeOf } from './json.ts';

export const contactResponse = json.object({ reference: json.text });
export type ContactResponse = TypeOf<typeof contactResponse>;
