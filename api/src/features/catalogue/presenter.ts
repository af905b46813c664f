import type { ModuleListItem } from '@solvent/contracts';
import type { ModuleCard } from './list-modules.ts';

/** Stars to one decimal, as the catalogue shows them; 0 while nobody has rated. */
const average = (total: number, count: number) => (count === 0 ? 0 : Math.round((total / count) * 10) / 10);

/** A module in the catalogue. */
export function presentModule({ module, author }: ModuleCard): ModuleListItem {
  const { id, slug, title, description, tags, priceCents, ratingTotal, ratingCount, downloads, previewImage, version } = module;
  return {
    id,
    slug,
    title,
    description,
    tags,
    priceCents,
    author: { _id: author.id, name: author.name, image: author.image },
    rating: average(ratingTotal, ratingCount),
    ratingCount,
    downloads,
    previewImage,
    version,
    releasedAt: module.releasedAt.toISOString(),
    updatedAt: module.updatedAt.toISOString(),
  };
}
