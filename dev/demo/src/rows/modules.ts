import type { moduleFigures, modules } from '../../../../api/src/features/toolbox/schema.ts';
import type { DemoModule, DemoModuleReview } from '../data.ts';
import { idAt } from './clock.ts';
import type { Clock } from './clock.ts';
import { moduleFiles } from './module-files.ts';
import type { ModuleFiles } from './module-files.ts';
import { tracesOf } from './module-reviews.ts';
import type { ModuleTraces } from './module-reviews.ts';

/** A module ready to be stored. */
export interface StoredModule extends Pick<ModuleFiles, 'files' | 'versions' | 'media'>, ModuleTraces {
  row: typeof modules.$inferInsert & { id: string };
  /** What others did with it. */
  figures: Omit<typeof moduleFigures.$inferInsert, 'moduleId'>;
}

/** Makes a module's rows. Its files belong to its author; its stars are those that people gave. */
export async function moduleOf(
  source: DemoModule,
  said: DemoModuleReview[],
  idOf: (person: string) => string,
  clock: Clock,
): Promise<StoredModule> {
  const { slug, title, description, tags, priceCents, downloads, version, released, updated } = source;
  const id = idAt(clock.ago(released));
  const authorId = idOf(source.author);
  const { files, versions, media, ...texts } = await moduleFiles(source, { moduleId: id, authorId }, clock);
  const traces = await tracesOf(source, id, said, idOf, clock);
  const row: StoredModule['row'] = {
    id,
    slug,
    authorId,
    title,
    description,
    tags,
    priceCents,
    ...texts,
    // Nobody owns an address that ends so.
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
