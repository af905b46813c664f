/** What the shell's routes carry for the shell: React Router's `handle`. */
export interface RouteHandle {
  title: string;
}

/** The title among the handles of the matched routes: the innermost that has one. */
export function titleOf(matches: readonly { handle: unknown }[]): string | undefined {
  return matches.map(({ handle }) => handle as Partial<RouteHandle> | undefined).findLast((handle) => handle?.title)?.title;
}
