import type { PageQuery } from '@solvent/contracts';
import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { users } from '../accounts/schema.ts';
import { MODULE_CARD_AUTHOR, MODULE_CARD_OWN_COLUMNS } from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import type { VisibleModule } from './visibility.ts';
import { moduleFigures, modules } from './schema.ts';

/** Of modules that share a tag, so many of the most downloaded are compared, five for each place beside a module: a common tag is on thousands. */
const COMPARED = 20;

/** The modules that share some of so many tags with another one: built once, and planned for the tags each time. */
const related = memoizeStatement((db, _name, tagCount: number) => {
  // A sum, since comparing lists as sets takes ten times as long.
  const has = Array.from(
    { length: tagCount },
    (_, place) => sql`(${sql.placeholder(`tag${place}`)} = ANY(${modules.tagKeys}))::int`,
  );
  // With all that a card shows: each table that is joined once more makes the statement longer to plan than to run.
  const compared = db.$with('compared').as(
    db
      .select({ ...MODULE_CARD_OWN_COLUMNS, shared: sql.join([sql`0`, ...has], sql` + `).as('shared') })
      .from(modules)
      .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
      .where(
        and(
          eq(modules.status, 'published'),
          ne(modules.id, sql.placeholder('id')),
          hasAnyTag(modules.tagKeys, sql.placeholder('tagKeys')),
        ),
      )
      .orderBy(desc(moduleFigures.downloads), desc(moduleFigures.moduleId))
      .limit(COMPARED),
  );
  const page = db
    .select()
    .from(compared)
    .orderBy(desc(compared.shared), desc(compared.downloads), desc(compared.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  const cards = nestedRows({ ...page._.selectedFields, author: MODULE_CARD_AUTHOR }, (column) =>
    db
      .select(column)
      .from(page)
      .innerJoin(users, eq(users.id, page.authorId))
      .orderBy(desc(page.shared), desc(page.downloads), desc(page.id)),
  );
  const counted = db
    .select({ total: count().as('total') })
    .from(compared)
    .as('counted');
  return db.with(compared).select({ total: counted.total, cards }).from(counted).prepare('');
});

/** One page of the published modules that share tags with a module, and how many there are: the most tags first, then the most downloaded. */
export async function listRelated(
  db: Executor,
  { id, tagKeys }: Pick<VisibleModule, 'id' | 'tagKeys'>,
  { page, limit }: PageQuery,
): Promise<{ cards: ModuleCard[]; total: number }> {
  const tags = [...new Set(tagKeys)];
  const each = Object.fromEntries(tags.map((key, place) => [`tag${place}`, key]));
  const values = { ...each, tagKeys: tags, id, limit, offset: (page - 1) * limit };
  const [row] = await related(db, String(tags.length), tags.length).execute(values);
  return row ?? { total: 0, cards: [] };
}
