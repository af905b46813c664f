import type { Socket } from 'socket.io';
import type { ClientEvents } from '@solvent/contracts';
import { isId } from '../is-id.ts';

const MAX_WATCHED = 50;

/** Room of the pages that show a problem; ids are case-insensitive. */
export const problemRoom = (id: string): string => `problem:${id.toLowerCase()}`;

const isProblemRoom = (room: string) => room.startsWith(problemRoom(''));

/** Lets a page watch problems, which are public. Ignores invalid ids, and more than {@link MAX_WATCHED} problems. */
export function handleWatching(socket: Socket<ClientEvents>): void {
  socket.on('watch_problem', (id: unknown) => {
    if (!isId(id)) return;
    if ([...socket.rooms].filter(isProblemRoom).length < MAX_WATCHED) void socket.join(problemRoom(id));
  });
  socket.on('unwatch_problem', (id: unknown) => {
    if (isId(id)) void socket.leave(problemRoom(id));
  });
}
