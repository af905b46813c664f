import type { ModuleListItem } from '@solvent/contracts';
import { moduleFigures, modules } from './schema.ts';
import type { ModuleFiguresRow, ModuleRow } from './schema.ts';
import { users } from '../accounts/schema/users.ts';
import type { UserRow } from '../accounts/schema/users.ts';
import { json } from '../../platform/http/answer-schema.ts';

/** What a card shows, of `modules` with its `moduleFigures` and its author from `users`: never the documentation, which is most of a module. */
export const MODULE_CARD_COLUMNS = {
  id: modules.id,
  slug: modules.slug,
  title: modules.title,
  description: modules.description,
  tags: modules.tags,
  priceCents: modules.priceCents,
  previewImage: modules.previewImage,
  version: modules.version,
  releasedAt: modules.releasedAt,
  updatedAt: modules.updatedAt,
  downloads: moduleFigures.downloads,
  rating: moduleFigures.rating,
  ratingCount: moduleFigures.ratingCount,
  author: { id: users.id, name: users.name, image: users.image },
};

/** A module as {@link MODULE_CARD_COLUMNS} select it. */
export type ModuleCard = Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'description' | 'tags' | 'priceCents' | 'previewImage' | 'version' | 'releasedAt' | 'updatedAt'
> &
  Pick<ModuleFiguresRow, 'downloads' | 'rating' | 'ratingCount'> & { author: Pick<UserRow, 'id' | 'name' | 'image'> };

/** A module in a list; its stars to one decimal, as the catalogue shows them. */
export function presentModuleCard(card: ModuleCard): ModuleListItem {
  const { id, slug, title, description, tags, priceCents, ratingCount, downloads, previewImage, version, author } = card;
  return {
    id,
    slug,
    title,
    description,
    tags,
    priceCents,
    author: { _id: author.id, name: author.name, image: author.image },
    rating: Math.round(card.rating * 10) / 10,
    ratingCount,
    downloads,
    previewImage,
    version,
    releasedAt: card.releasedAt.toISOString(),
    updatedAt: card.updatedAt.toISOString(),
  };
}

/** A person beside what they wrote. */
export const personSchema = json.object({ _id: json.id, name: json.text, image: json.textOrNull });

/** The properties of a module in a list. */
export const moduleCardFields = {
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  priceCents: json.integer,
  author: personSchema,
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  releasedAt: json.time,
  updatedAt: json.time,
};
