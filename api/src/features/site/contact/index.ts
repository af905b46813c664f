import { contactRules } from '@solvent/contracts/rules';
import { everyHour } from '../../../platform/every-hour.ts';
import type { Feature } from '../../../feature.ts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';
import { forgetMessages, storeMessage } from './store-message.ts';

/** POST /contact (api "Endpoints"): stored, with a reference number to quote. */
export const contactFeature: Feature = (app, { db }) => {
  app.addHook(
    'onClose',
    everyHour(() => forgetMessages(db), app.log, 'Old messages to the team were not removed'),
  );
  app.post(
    '/contact',
    {
      config: { access: 'anyone', limit: 'contact' },
      schema: { tags: ['contact'], body: contactRules, response: { 201: answerSchema({ reference: json.text }) } },
    },
    async ({ body }, reply) => {
      reply.code(201);
      return { reference: await storeMessage(db, body) };
    },
  );
};
