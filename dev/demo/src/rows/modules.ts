import type { moduleFigures, modules } from '../../../../api/src/schema/index.ts';
import type { DemoModule, DemoModuleReview } from '../data.ts';
import { idAt } from './clock.ts';
import type { Clock } from './clock.ts';
import { moduleFiles } from './module-files.ts';
import type { ModuleFiles } from './module-files.ts';
import { buildTraces } from './module-reviews.ts';
import type { ModuleTraces } from './module-reviews.ts';

/** A module ready to be stored. */
export interface StoredModule extends Pick<ModuleFiles, 'files' | 'versions' | 'media'>, ModuleTraces {
  row: typeof modules.$inferInsert & { id: string };
  /** Purchases, downloads and reviews by others. */
  figures: Omit<typeof moduleFigures.$inferInsert, 'moduleId'>;
}

/** Makes a module's rows. Its files belong to its author; its stars are those that people gave. */
export async function buildModuleRows(
  source: DemoModule,
  reviews: DemoModuleReview[],
  getId: (person: string) => string,
  clock: Clock,
): Promise<StoredModule> {
  const { slug, title, description, tags, priceCents, downloads, version, released, updated } = source;
  const id = idAt(clock.ago(released));
  const authorId = getId(source.author);
  const { files, versions, media, ...texts } = await moduleFiles(source, { moduleId: id, authorId }, clock);
  const traces = await buildTraces(source, id, reviews, getId, clock);
  const row: StoredModule['row'] = {
    id,
    slug,
    authorId,
    title,
    description,
    tags,
    priceCents,
    ...texts,
    // Addresses of this domain are reserved.
    repositoryUrl: `https://git.example/${source.author}/${slug}`,
    version,
    status: 'published',
    releasedAt: clock.ago(released),
    updatedAt: clock.ago(updated),
  };
  const figures = {
    ratingTotal: traces.reviews.reduce((sum, { rating }) => sum + rating, 0),
    ratingCount: traces.reviews.length,
    downloads,
  };
  return { row, figures, files, versions, media, ...traces };
}
