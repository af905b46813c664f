import { CATEGORIES, shorten } from '@solvent/contracts';
import type { ProblemStatus, Role } from '@solvent/contracts';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { moduleFigures, modules, problems, users } from '../../schema/index.ts';
import { NOT_TAKEN_DOWN } from '../marketplace/index.ts';
import type { Card } from './rendering/layout.ts';
import type { Db } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';

/** Matches shared/kit/src/formats/format.ts, which needs a browser. */
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns "In progress" for `in-progress`. */
const toLabel = (value: ProblemStatus | Role): string => value.charAt(0).toUpperCase() + value.slice(1).replace('-', ' ');

const OWNER = { name: users.name, deletedAt: users.deletedAt };

const presentOwner = (label: string, { name, deletedAt }: { name: string; deletedAt: Date | null }): Card['person'] =>
  deletedAt === null ? { label, name } : undefined;

/** Reads the card of a problem, also of a closed one. @throws AppError `not_found` also if the problem is taken down */
export async function readProblemCard(db: Db, id: string): Promise<Card> {
  const [found] = await db
    .select({ problem: problems, owner: OWNER })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.id, id), NOT_TAKEN_DOWN));
  if (found === undefined) throw notFound('This problem');
  const { title, category, budget, status, bidCount } = found.problem;
  return {
    kind: 'Problem',
    title,
    untitled: category === 'other' ? 'A software problem' : `A problem in ${CATEGORIES[category]}`,
    text: '',
    figures: [
      { label: 'Budget', value: money.format(budget) },
      { label: 'Status', value: toLabel(status) },
      { label: 'Bids', value: bidCount.toLocaleString('en-US') },
    ],
    person: presentOwner('Posted by', found.owner),
  };
}

/** Finds a published module by its id, else by its slug. @throws AppError `not_found` */
export async function readModuleCard(db: Db, idOrSlug: string): Promise<Card> {
  const { title, description, priceCents } = modules;
  const { rating, ratingCount } = moduleFigures;
  const byId = sql`${modules.id} IS NOT DISTINCT FROM ${isId(idOrSlug) ? idOrSlug : null}::uuid`;
  const [found] = await db
    .select({ title, description, priceCents, rating, ratingCount, owner: OWNER })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(and(or(byId, eq(modules.slug, idOrSlug)), eq(modules.status, 'published')))
    .orderBy(desc(byId))
    .limit(1);
  if (found === undefined) throw notFound('This module');
  return {
    kind: 'Module',
    title: found.title,
    untitled: 'A code module',
    text: found.description,
    figures: [
      { label: 'Price', value: found.priceCents === 0 ? 'Free' : money.format(found.priceCents / 100) },
      ...(found.ratingCount > 0 ? [{ label: 'Rating', value: `${found.rating.toFixed(1)} / 5` }] : []),
    ],
    person: presentOwner('By', found.owner),
  };
}

const MAX_AREAS_LENGTH = 44;

/** Joins the areas that fit, at least one. */
function joinAreas([first = '', ...others]: string[]): string {
  const start = shorten(first, MAX_AREAS_LENGTH);
  return others.reduce((line, area) => (line.length + area.length + 3 > MAX_AREAS_LENGTH ? line : `${line} · ${area}`), start);
}

/** @throws AppError `not_found` */
export async function readPersonCard(db: Db, id: string): Promise<Card> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (user === undefined) throw notFound('This profile');
  const { name, headline, role, expertiseAreas, createdAt } = user;
  return {
    kind: toLabel(role),
    title: name,
    isPerson: true,
    untitled: `A ${role} on Solvent`,
    text: headline,
    figures:
      expertiseAreas.length > 0
        ? [{ label: 'Areas of expertise', value: joinAreas(expertiseAreas) }]
        : [{ label: 'Member since', value: month.format(createdAt) }],
  };
}
