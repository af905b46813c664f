import type { PartPlan, Plan } from './plan.ts';

/**
 * What differs between two plans, for people: `toolbox 1.0.0-1f2e3d4c → 1.1.0-9a8b7c6d`. Empty when nothing does; what a part
 * falls back to is no difference of its own.
 */
export function describeChange(before: Plan, after: Plan): string {
  const parts = [...after.parts].flatMap(([name, part]) => describePart(name, before.parts.get(name), part));
  const withdrawn = [...before.parts].filter(([name]) => !after.parts.has(name));
  const isSame = JSON.stringify(before.overrides) === JSON.stringify(after.overrides);
  const menu = before.toolboxOpen === after.toolboxOpen ? [] : [`the Toolbox ${after.toolboxOpen ? 'opened' : 'closed'}`];
  return [
    ...parts,
    ...withdrawn.map(([name, { version }]) => `${name} ${version} withdrawn`),
    ...(isSame ? [] : [describeOverrides(after)]),
    ...menu,
  ].join(', ');
}

function describePart(name: string, before: PartPlan | undefined, after: PartPlan): string[] {
  if (!before) return [`${name} ${after.version}`];
  if (before.version !== after.version) return [`${name} ${before.version} → ${after.version}`];
  return describeCandidate(name, before.candidate, after.candidate);
}

function describeCandidate(name: string, before: PartPlan['candidate'], after: PartPlan['candidate']): string[] {
  if (!after) return before ? [`${name} ${before.version} is no candidate any more`] : [];
  const isSame = before?.version === after.version;
  if (isSame && before.percent === after.percent) return [];
  if (after.percent === 0) return [`${name} ${after.version} stopped`];
  return [`${name} ${after.version} in ${isSame ? `${before.percent} % → ` : ''}${after.percent} % of browsers`];
}

function describeOverrides({ overrides: { origins, versions } }: Plan): string {
  const allowed = [...origins, ...(versions ? ['published versions'] : [])];
  return `overrides by ${allowed.length > 0 ? allowed.join(' and ') : 'nobody'}`;
}
