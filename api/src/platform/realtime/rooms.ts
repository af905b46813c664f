/** Where all tabs and devices of a person are. */
export const userRoom = (id: string): string => `user:${id}`;

/** Where the sockets of one session are. */
export const sessionRoom = (id: string): string => `session:${id}`;
