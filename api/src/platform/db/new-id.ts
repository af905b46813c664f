import { uuidv7 } from 'uuidv7';

/** Creates a UUIDv7, so that ids sort by time (product 11.3). */
export const newId = (): string => uuidv7();
