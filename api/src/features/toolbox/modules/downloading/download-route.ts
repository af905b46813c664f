import * as yup from 'yup';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { sendStored } from '../../../files/send-stored.ts';
import { findVisible, moduleParams } from '../../visible-module.ts';
import { countDownload } from './count-download.ts';
import { findArchive } from './find-archive.ts';

const downloadQuery = yup.object({ version: yup.string().trim().max(20, 'There is no such version') });

/** The archive belongs to who asked, who is asked again each time whether it still is theirs. */
const HEADERS = {
  'content-type': 'application/zip',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-cache',
};

/**
 * GET /modules/:id/download: streams an archive, with ranges. There is no other way to it: no link, and none by its file's id.
 * @param key what visitors are counted by
 */
export function downloadRoute(app: App, { db, files }: Deps, key: Buffer): void {
  app.get(
    '/modules/:id/download',
    {
      config: { access: 'anyone', limit: 'download' },
      schema: { tags: ['modules'], params: moduleParams, querystring: downloadQuery },
    },
    async (request, reply) => {
      const userId = request.caller?.user.id;
      const { version } = request.query;
      const module = await findVisible(db, request.params.id, userId);
      const file = await findArchive(db, module, userId !== undefined, version);
      const name = `${module.slug}-${version ?? module.version}.zip`;
      return sendStored(files, request, reply, {
        file,
        headers: { ...HEADERS, 'content-disposition': `attachment; filename="${name}"` },
        // Its author is no reader of it, and nobody has one that is not published.
        ...(module.own ? {} : { first: () => countDownload(db, key, module.id, { userId, ip: request.ip }) }),
      });
    },
  );
}
