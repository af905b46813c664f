// For remotes published before contract 3.5. The next release deletes this file.

/** Returns style hashes by chunk id from an entry that lists them among the script hashes, as `<id>.css`. */
export function getLegacyStyleHashes(hashes: Record<string, string>): Record<string, string> {
  const styles = Object.entries(hashes).filter(([key]) => key.endsWith('.css'));
  return Object.fromEntries(styles.map(([key, hash]) => [key.slice(0, -'.css'.length), hash]));
}
