import { KINDS } from './feelings.ts';
import type { Felt, Finding } from './run.ts';

/** Whether the product held and nobody else had to wait for it. */
export const isHeld = ({ held, felt }: Finding): boolean => held && !felt?.slowed;

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** `3.1 → 9.4 (×3.0)` for each of list, page and message. */
const feltOf = (felt: Felt | undefined): string[] =>
  KINDS.map((kind) => {
    if (felt === undefined) return '–';
    const [quiet, during] = [felt.quiet[kind], felt.during[kind]];
    return `${ms(quiet)} → ${ms(during)} (×${(during / quiet).toFixed(1)})`;
  });

const verdictOf = (finding: Finding): string => {
  if (!finding.held) return finding.felt?.slowed ? 'SUCCEEDED, others wait' : 'SUCCEEDED';
  return finding.felt?.slowed ? 'OTHERS WAIT' : 'held';
};

export const HEAD = [
  '| point | attack | what it was answered | list, p99 in ms | page | message | verdict |',
  '| --- | --- | --- | --- | --- | --- | --- |',
].join('\n');

/** A line of the table. */
export function lineOf(finding: Finding): string {
  const { point, name, told, felt } = finding;
  const cells = [String(point), name, told.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'), ...feltOf(felt), verdictOf(finding)];
  return `| ${cells.join(' | ')} |`;
}

/** What it all comes to, in a sentence. */
export function sumOf(findings: readonly Finding[]): string {
  const succeeded = findings.filter(({ held }) => !held).length;
  const slowed = findings.filter(({ felt }) => felt?.slowed).length;
  const watched = findings.filter(({ felt }) => felt !== undefined).length;
  return `${findings.length} attacks: ${succeeded} succeeded; others were watched in ${watched}, and had to wait in ${slowed}.`;
}
