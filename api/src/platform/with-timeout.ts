/** Something took longer than it may. */
export class TimeoutError extends Error {
  override readonly name = 'TookTooLong';
}

/**
 * What `work` comes to, if it does within `time` (ms); it goes on unheeded otherwise.
 * @throws TookTooLong, saying that it was `what` that took too long
 */
export function withTimeout<Result>(time: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${what} took longer than ${time} ms`)), time);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
