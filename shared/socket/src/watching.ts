import { onConnected, emitToServer } from './connection.ts';

const watchers = new Map<string, number>();
let stopFollowing = () => {};

function start(problemId: string): void {
  // The server keeps watched problems per connection.
  if (watchers.size === 0) stopFollowing = onConnected(() => watchers.forEach((_count, id) => emitToServer('watch_problem', id)));
  emitToServer('watch_problem', problemId);
}

function stop(problemId: string): void {
  watchers.delete(problemId);
  if (watchers.size === 0) stopFollowing();
  emitToServer('unwatch_problem', problemId);
}

/** Subscribes this page to changes of a problem, across reconnections. @returns unsubscribe */
export function watchProblem(problemId: string): () => void {
  if (!watchers.has(problemId)) start(problemId);
  watchers.set(problemId, (watchers.get(problemId) ?? 0) + 1);
  let watching = true;
  return () => {
    if (!watching) return;
    watching = false;
    const remaining = (watchers.get(problemId) ?? 1) - 1;
    if (remaining === 0) stop(problemId);
    else watchers.set(problemId, remaining);
  };
}
