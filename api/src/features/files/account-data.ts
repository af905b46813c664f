import { json } from '@solvent/contracts/schemas';
import { desc, eq } from 'drizzle-orm';
import { defineExporter, toIsoDates } from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import { deletePicturesJob, hidePictures } from './avatars.ts';
import { fileFields, fileUrl } from './links.ts';
import { files, uploadReservations } from '../../schema/index.ts';

export const exporter = defineExporter({
  fields: { files: json.list(json.object({ ...fileFields, createdAt: json.time })) },
  async collect(tx, { id }) {
    const own = await tx.select().from(files).where(eq(files.ownerId, id)).orderBy(desc(files.createdAt));
    return {
      files: own.map(({ id: fileId, name, mimeType, size, createdAt }) =>
        toIsoDates({ _id: fileId, url: fileUrl(fileId), name, size, mimeType, createdAt }),
      ),
    };
  },
});

export const accountDeletion: AccountDeletionHook = {
  settle: (tx, _events, user) => hidePictures(tx, user),
  async erase(tx, { id }) {
    await tx.delete(uploadReservations).where(eq(uploadReservations.userId, id));
  },
  addJobs: (tx, addJob) => addJob(tx, deletePicturesJob, {}, { singletonKey: 'all' }),
};
