/** The next minor version of a semantic one, as a proposal: "1.2.3" gives "1.3.0". */
export function nextVersion(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}
