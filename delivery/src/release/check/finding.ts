/** Rules of the contract check, in the order of the report. */
export const RULES = {
  sources: 'its remote.json, types, lint and boundaries hold (pnpm check)',
  contract: 'the live shell keeps the shell contract that it needs',
  singleton: 'the live shell provides what it shares, in versions that it takes and with the names that it uses',
  shape: 'its exposed module is a Remote, with the pages, slots and searches of its remote.json',
  path: 'its paths are nobody else’s',
  budget: 'its entry and each of its routes keep their byte budgets',
  global: 'its scripts leave alone what is forbidden: eval, and storage keys of another owner',
} as const;

export type Rule = keyof typeof RULES;

export interface Finding {
  rule: Rule;
  /** States the problem, what is live, and the fix. */
  message: string;
}
