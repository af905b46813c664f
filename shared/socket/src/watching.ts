import { onConnected, emitToServer } from './connection.ts';

const watchers = new Map<string, number>();
let stopFollowing = () => {};

function start(problemId: string): void {
  // The server forgets with every connection what was watched over it.
  if (watchers.size === 0) stopFollowing = onConnected(() => watchers.forEach((_count, id) => emitToServer('watch_problem', id)));
  emitToServer('watch_problem', problemId);
}

function stop(problemId: string): void {
  watchers.delete(problemId);
  if (watchers.size === 0) stopFollowing();
  emitToServer('unwatch_problem', problemId);
}

/**
 * Asks the server to tell this page what changes at a problem: `bid`, `comment` and `problem` of {@link onServerEvent}, over
 * every reconnection, until the last one who asked has stopped. The signed-out hear nothing.
 *
 * @returns a function that stops watching; calling it again does nothing
 */
export function watchProblem(problemId: string): () => void {
  if (!watchers.has(problemId)) start(problemId);
  watchers.set(problemId, (watchers.get(problemId) ?? 0) + 1);
  let watching = true;
  return () => {
    if (!watching) return;
    watching = false;
    const left = (watchers.get(problemId) ?? 1) - 1;
    if (left === 0) stop(problemId);
    else watchers.set(problemId, left);
  };
}
