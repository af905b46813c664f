import { isLoopback, networkOf } from '../../platform/http/network.ts';
import type { RunningCandidate } from './live-versions.ts';

/** So many networks must have seen a canary fail, where that many are there. */
const NEEDED = 2;

/** How long a network that told something is taken to be still there (ms). */
const THERE = 3_600_000;

/**
 * Which networks tell of failures: whoever wants to stop a canary that works can make up any number of reports, but mostly from
 * one network. It knows no more than two of them at a time, and forgets them with the process.
 */
export interface HeardNetworks {
  /** Somebody told something that is believed. */
  hear: (ip: string) => void;
  /**
   * Somebody told that a canary failed. Whether enough networks do: two; or one, where within the last hour nobody was heard
   * from another (a machine of one's own, or a proxy that is not in TRUST_PROXY).
   */
  agree: (candidate: RunningCandidate, ip: string) => boolean;
}

/** @param now the time (ms) */
export function heardNetworks(now: () => number = Date.now): HeardNetworks {
  let there: { network: string; at: number }[] = [];
  const failedIn = new Map<string, { title: string; networks: Set<string> }>();

  const failures = ({ name, version, since }: RunningCandidate): Set<string> => {
    const known = failedIn.get(name);
    const title = `${version} ${since.getTime()}`;
    if (known?.title === title) return known.networks;
    const networks = new Set<string>();
    failedIn.set(name, { title, networks });
    return networks;
  };

  return {
    hear(ip) {
      const network = nameOf(ip);
      there = [{ network, at: now() }, ...there.filter((other) => other.network !== network)].slice(0, NEEDED);
    },
    agree(candidate, ip) {
      const networks = failures(candidate);
      if (networks.size < NEEDED) networks.add(nameOf(ip));
      const heard = there.filter(({ at }) => at > now() - THERE).length;
      return networks.size >= Math.min(NEEDED, heard);
    },
  };
}

const nameOf = (ip: string) => (isLoopback(ip) ? 'this machine' : networkOf(ip));
