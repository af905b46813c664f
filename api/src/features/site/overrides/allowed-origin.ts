/** Names by which a browser reaches the machine that it runs on, where everybody has ports to spare. */
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a channel's list allows an origin: `http://localhost` stands for all ports of that name. */
export const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) => entry === origin || (isOwnMachine(entry) && isSameHost(entry, origin)));

const isOwnMachine = (entry: string) => {
  const { hostname, port, origin } = URL.canParse(entry) ? new URL(entry) : { hostname: '', port: '', origin: '' };
  return OWN_MACHINE.has(hostname) && port === '' && origin === entry;
};

function isSameHost(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  return first.protocol === second.protocol && first.hostname === second.hostname;
}
