import { isOwnName } from '../../../../../scripts/setup/own-machine.mjs';

/** Whether a channel's list allows an origin: `http://localhost` stands for all ports of that name, since everybody has ports to spare there. */
export const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) => entry === origin || (isOwnMachine(entry) && isSameHost(entry, origin)));

const isOwnMachine = (entry: string) => {
  const { hostname, port, origin } = URL.canParse(entry) ? new URL(entry) : { hostname: '', port: '', origin: '' };
  return isOwnName(hostname) && port === '' && origin === entry;
};

function isSameHost(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  return first.protocol === second.protocol && first.hostname === second.hostname;
}
