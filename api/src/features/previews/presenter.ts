import { CATEGORIES } from '@solvent/contracts';
import type { Category, ProblemStatus, Role } from '@solvent/contracts';
import type { Card } from './rendering/card.ts';
import type { PreviewedModule, PreviewedPerson, PreviewedProblem } from './queries.ts';

/** As the pages write amounts (shared/kit/src/formats/format.ts, which is for browsers). */
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const STATUSES: Record<ProblemStatus, string> = {
  open: 'Open',
  'in-progress': 'In progress',
  solved: 'Solved',
  closed: 'Closed',
};

const ROLE_NAMES: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

const problemIn = (category: Category) => (category === 'other' ? 'A software problem' : `A problem in ${CATEGORIES[category]}`);

/** Whoever deleted the account is nobody's poster or author. */
const personOf = (label: string, { name, deletedAt }: PreviewedProblem['poster']): Card['person'] =>
  deletedAt === null ? { label, name } : undefined;

export const problemCard = ({ title, category, budget, status, bidCount, poster }: PreviewedProblem): Card => ({
  kind: 'Problem',
  title,
  untitled: problemIn(category),
  text: '',
  figures: [
    { label: 'Budget', value: money.format(budget) },
    { label: 'Status', value: STATUSES[status] },
    { label: 'Bids', value: bidCount.toLocaleString('en-US') },
  ],
  person: personOf('Posted by', poster),
});

export const moduleCard = ({ title, description, priceCents, rating, ratingCount, author }: PreviewedModule): Card => ({
  kind: 'Module',
  title,
  untitled: 'A code module',
  text: description,
  figures: [
    { label: 'Price', value: priceCents === 0 ? 'Free' : money.format(priceCents / 100) },
    ...(ratingCount > 0 ? [{ label: 'Rating', value: `${rating.toFixed(1)} / 5` }] : []),
  ],
  person: personOf('By', author),
});

/** So many letters of areas have room. */
const AREAS_LENGTH = 44;

/** As many areas as have room, one at least. */
function areasLine([first = '', ...others]: string[]): string {
  const begun = first.length > AREAS_LENGTH ? `${first.slice(0, AREAS_LENGTH).trimEnd()}…` : first;
  return others.reduce((line, area) => (line.length + area.length + 3 > AREAS_LENGTH ? line : `${line} · ${area}`), begun);
}

export const personCard = ({ name, headline, role, expertiseAreas, createdAt }: PreviewedPerson): Card => ({
  kind: ROLE_NAMES[role],
  title: name,
  isPerson: true,
  untitled: `A ${role} on Solvent`,
  text: headline,
  figures:
    expertiseAreas.length > 0
      ? [{ label: 'Areas of expertise', value: areasLine(expertiseAreas) }]
      : [{ label: 'Member since', value: month.format(createdAt) }],
});
