import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../platform/deps.ts';
import { files } from '../../platform/db/schema/files.ts';
import type { FileRow } from '../../platform/db/schema/files.ts';
import { newId } from '../../platform/db/new-id.ts';

const NAME_MAX = 80;

/** A name fit to be shown and stored: no folders, no control characters or tricks of direction, and the type that it is now. */
function pictureName(sent: string): string {
  const file = sent.split(/[/\\]/).at(-1) ?? '';
  const base = file.replace(/\.[^.]*$/, '').replaceAll(/[\p{C}<>:"|?*]/gu, '');
  return `${base.slice(0, NAME_MAX).trim() || 'picture'}.webp`;
}

/** The same picture sent twice is one. */
async function findSame({ db }: Deps, ownerId: string, sha256: string): Promise<FileRow | undefined> {
  const same = and(eq(files.ownerId, ownerId), eq(files.purpose, 'avatar'), eq(files.sha256, sha256));
  return (await db.select().from(files).where(same).limit(1))[0];
}

/** Stores a person's picture for everybody to see. The bytes come first: a row never names what is not there. */
export async function storeAvatar(deps: Deps, ownerId: string, sent: { name: string; content: Buffer }): Promise<FileRow> {
  const sha256 = createHash('sha256').update(sent.content).digest('hex');
  const same = await findSame(deps, ownerId, sha256);
  if (same !== undefined) return same;
  const id = newId();
  const storageKey = `avatars/${id}.webp`;
  await deps.files.put(storageKey, sent.content);
  const row = {
    id,
    ownerId,
    name: pictureName(sent.name),
    mimeType: 'image/webp',
    size: sent.content.length,
    sha256,
    storageKey,
    purpose: 'avatar' as const,
    visibility: 'public' as const,
    createdAt: new Date(),
  };
  try {
    await deps.db.insert(files).values(row);
  } catch (error) {
    await deps.files.delete(storageKey);
    throw error;
  }
  return row;
}
