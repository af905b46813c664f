/**
 * Stands in a notification's texts for the name of who did what it tells of. The name itself is put in when somebody reads
 * it: so it is the present one after a change of name, and nothing is left of it when its owner deletes the account.
 */
export const ACTOR = '\uFFFC';

/** A text of a notification with the name in its place. */
export const withActor = (text: string, name: string): string => text.replaceAll(ACTOR, () => name);
