import { signedIn } from '../../../access/access.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { fileUrl } from '../file-url.ts';
import type { FileLinks } from '../signed-links.ts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';
import { idParams } from '../../../platform/http/params.ts';
import { findFile, takesPartIn } from './may-read.ts';

/** GET /files/:id/link: where to read a file that the caller may read; for a private one a link that lives from now on. */
export function linkRoute(app: App, { db }: Pick<Deps, 'db'>, links: FileLinks): void {
  const schema = { tags: ['files'], params: idParams, response: { 200: answerSchema({ url: json.text }) } };
  app.get('/files/:id/link', { config: { access: 'signed-in' }, schema }, async (request) => {
    const { id } = request.params;
    const file = await findFile(db, id);
    if (file?.visibility === 'public') return { url: fileUrl(file.id) };
    if (file === undefined || !(await takesPartIn(db, id, signedIn(request).user.id))) throw notFound('This file');
    return { url: links.linkTo(file.id) };
  });
}
