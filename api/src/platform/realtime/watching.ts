import type { Socket } from 'socket.io';
import type { ClientEvents } from '@solvent/contracts';
import { isId } from '../is-id.ts';

/** A page looks at one problem; a hundred tabs have a hundred sockets. */
const WATCHED_MAX = 50;

/** Where those are who look at a problem. Its id in any case is the same one. */
export const problemRoom = (id: string): string => `problem:${id.toLowerCase()}`;

const watches = (room: string) => room.startsWith(problemRoom(''));

/**
 * Lets a socket say which problems its page looks at. Problems are public, so whoever is signed in may. What is no id, and
 * more than 50 problems at once, is ignored.
 */
export function letWatch(socket: Socket<ClientEvents>): void {
  socket.on('watch_problem', (id: unknown) => {
    if (!isId(id)) return;
    if ([...socket.rooms].filter(watches).length < WATCHED_MAX) void socket.join(problemRoom(id));
  });
  socket.on('unwatch_problem', (id: unknown) => {
    if (isId(id)) void socket.leave(problemRoom(id));
  });
}
