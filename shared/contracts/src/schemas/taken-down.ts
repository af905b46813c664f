import { json } from './json.ts';
import type { TypeOf } from './json.ts';

/** Only for users who can still see the content. */
const takenDownSchema = json.named('TakenDown').object({ reason: json.text, at: json.time });
export type TakenDown = TypeOf<typeof takenDownSchema>;

export const takenDownField = { takenDown: takenDownSchema } as const;
