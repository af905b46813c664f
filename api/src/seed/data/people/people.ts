import type { Role } from '@solvent/contracts';
import type { DemoAccount, DemoPerson } from '../shape.ts';
import { SEEKERS } from './seekers.ts';
import { SOLVERS } from './solvers.ts';

const accounts = (people: Record<string, DemoPerson>, role: Role): DemoAccount[] =>
  Object.entries(people).map(([key, person]) => ({ ...person, key, role }));

/** Everybody in the demo data. */
export const PEOPLE: DemoAccount[] = [...accounts(SEEKERS, 'seeker'), ...accounts(SOLVERS, 'solver')];
