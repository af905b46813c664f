/** Where pages send what {@link recordProblems} records. */
export const PROBLEMS_PATH = '/recorded-problems';

/** Runs in the page. Sends errors and warnings at once, because the page may be left. */
function record(path: string): void {
  const send = (text: string) => {
    const request = new XMLHttpRequest();
    request.open('POST', path, false);
    try {
      request.send(text);
    } catch {
      // The network is cut.
    }
  };
  for (const level of ['error', 'warn'] as const) {
    const log = console[level];
    console[level] = (...args: unknown[]) => {
      send(`${level}: ${args.map(String).join(' ')}`);
      log(...args);
    };
  }
  // WebKit fires errors of scripts that load while the page is left.
  let isLeaving = false;
  addEventListener('beforeunload', () => (isLeaving = true));
  const onError = ({ message, target }: ErrorEvent) => {
    const { src, href } = target as HTMLScriptElement & HTMLLinkElement;
    if (message) send(`uncaught: ${message}`);
    else if (!isLeaving) send(`failed to load: ${src || href}`);
  };
  addEventListener('error', onError, { capture: true });
  addEventListener('unhandledrejection', ({ reason }) => send(`uncaught: ${String(reason)}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => send(`${violatedDirective}: ${blockedURI}`));
}

/** Adds a script to a page that reports the console. It has the nonce of the first script. */
export const recordProblems = (html: string): string =>
  html.replace(
    /<script nonce="([^"]+)">/,
    (script, nonce) => `<script nonce="${nonce}">(${record.toString()})('${PROBLEMS_PATH}')</script>${script}`,
  );
