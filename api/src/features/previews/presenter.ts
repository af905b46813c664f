import { CATEGORIES } from '@solvent/contracts';
import type { ProblemStatus, Role } from '@solvent/contracts';
import type { Card } from './rendering/card.ts';
import type { PreviewedModule, PreviewedPerson, PreviewedProblem } from './queries.ts';

/** Matches shared/kit/src/formats/format.ts, which needs a browser. */
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const STATUSES: Record<ProblemStatus, string> = {
  open: 'Open',
  'in-progress': 'In progress',
  solved: 'Solved',
  closed: 'Closed',
};

const ROLE_NAMES: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

const presentOwner = (label: string, { name, deletedAt }: PreviewedProblem['poster']): Card['person'] =>
  deletedAt === null ? { label, name } : undefined;

export const buildProblemCard = ({ title, category, budget, status, bidCount, poster }: PreviewedProblem): Card => ({
  kind: 'Problem',
  title,
  untitled: category === 'other' ? 'A software problem' : `A problem in ${CATEGORIES[category]}`,
  text: '',
  figures: [
    { label: 'Budget', value: money.format(budget) },
    { label: 'Status', value: STATUSES[status] },
    { label: 'Bids', value: bidCount.toLocaleString('en-US') },
  ],
  person: presentOwner('Posted by', poster),
});

export const buildModuleCard = ({ title, description, priceCents, rating, ratingCount, author }: PreviewedModule): Card => ({
  kind: 'Module',
  title,
  untitled: 'A code module',
  text: description,
  figures: [
    { label: 'Price', value: priceCents === 0 ? 'Free' : money.format(priceCents / 100) },
    ...(ratingCount > 0 ? [{ label: 'Rating', value: `${rating.toFixed(1)} / 5` }] : []),
  ],
  person: presentOwner('By', author),
});

const MAX_AREAS_LENGTH = 44;

/** Joins the areas that fit, at least one. */
function joinAreas([first = '', ...others]: string[]): string {
  const start = first.length > MAX_AREAS_LENGTH ? `${first.slice(0, MAX_AREAS_LENGTH).trimEnd()}…` : first;
  return others.reduce((line, area) => (line.length + area.length + 3 > MAX_AREAS_LENGTH ? line : `${line} · ${area}`), start);
}

export const buildPersonCard = ({ name, headline, role, expertiseAreas, createdAt }: PreviewedPerson): Card => ({
  kind: ROLE_NAMES[role],
  title: name,
  isPerson: true,
  untitled: `A ${role} on Solvent`,
  text: headline,
  figures:
    expertiseAreas.length > 0
      ? [{ label: 'Areas of expertise', value: joinAreas(expertiseAreas) }]
      : [{ label: 'Member since', value: month.format(createdAt) }],
});
