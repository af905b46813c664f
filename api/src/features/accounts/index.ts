import { Readable } from 'node:stream';
import { deleteAccountRules } from '@solvent/contracts/rules/actions';
import { signedIn } from '../../access.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { App } from '../../platform/http/app.ts';
import { doneSchema } from '../../platform/http/answer-schema.ts';
import { forgetCopies } from '../../platform/http/security-headers.ts';
import { deleteAccount, leftPictures } from './deletion/delete-account.ts';
import { removeLeftPictures } from '../files/service.ts';
import { collectData } from './export/collect.ts';
import { messageSchema, ownMessages } from './export/messages.ts';
import { exportAnswer, exportDocument, presentExport } from './export/presenter.ts';

const tags = ['accounts'];

/** The export's text in pieces: hundreds of thousands of messages are neither in memory at once, nor written in one go. */
async function* documentOf<Message>(
  rest: string,
  messages: AsyncIterable<Message[]>,
  write: (one: Message) => string,
): AsyncGenerator<string> {
  yield `${rest.slice(0, -1)},"messages":[`;
  let separator = '';
  for await (const some of messages) {
    yield separator + some.map(write).join(',');
    separator = ',';
  }
  yield ']}';
}

function exportRoute(app: App, { db }: Deps): void {
  app.get(
    '/auth/export',
    {
      config: { access: 'signed-in', limit: 'export' },
      schema: { tags, response: { 200: exportDocument } },
    },
    async (request, reply) => {
      const { user } = signedIn(request);
      const now = new Date();
      const name = `solvent-data-${now.toISOString().slice(0, 10)}.json`;
      const rest = presentExport(await collectData(db, user), now);
      const writeRest = reply.compileSerializationSchema(exportAnswer);
      const writeMessage = reply.compileSerializationSchema(messageSchema);
      const pieces = documentOf(writeRest({ status: true, ...rest }), ownMessages(db, user.id, now), writeMessage);
      return reply
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'application/json; charset=utf-8' })
        .send(Readable.from(pieces));
    },
  );
}

function deletionRoute(app: App, deps: Deps): void {
  app.post(
    '/auth/delete-account',
    {
      config: { access: 'signed-in', limit: 'password' },
      schema: { tags, body: deleteAccountRules, response: { 200: doneSchema } },
    },
    async (request, reply) => {
      const { user, sessionId } = signedIn(request);
      await deleteAccount(deps, request.log, user, { ...request.body, ip: request.ip, sessionId });
      forgetCopies(reply);
      return {};
    },
  );
  deps.jobs.handle(leftPictures, () => removeLeftPictures(deps));
}

/** GET /auth/export and POST /auth/delete-account: taking one's data along, and leaving. */
export const accountFeature: Feature = (app, deps) => {
  exportRoute(app, deps);
  deletionRoute(app, deps);
};
