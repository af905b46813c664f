export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** @param task names the work in the message of the TimeoutError */
export function withTimeout<Result>(timeoutMs: number, task: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${task} took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
