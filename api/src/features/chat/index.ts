import multipart from '@fastify/multipart';
import { createSaidMarks } from '../../platform/conversations/said-marks.ts';
import type { Feature } from '../../platform/feature.ts';
import { startRemovingAbandoned } from '../../platform/files/incoming/abandoned-files.ts';
import { createFileLinks } from '../../platform/files/signed-links.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { messagesRoute } from './messages-route.ts';
import { INCOMING_MESSAGES } from './receive/incoming.ts';
import { sendRoute } from './send/send-route.ts';
import { startSweeping } from './sweep-timer.ts';

/** Conversations of two people and their messages (api "Endpoints", /chat; "Delivery promise"). */
export const chatFeature: Feature = async (app, deps) => {
  await app.register(multipart);
  const { linkTo } = await createFileLinks(deps.db);
  const marks = createSaidMarks(deps.db, deps.realtime, app.log);
  const stopSweeping = startSweeping(deps, linkTo, app.log);
  const stopRemoving = startRemovingAbandoned(deps, INCOMING_MESSAGES, app.log);
  app.addHook('onClose', async () => {
    await stopRemoving();
    await stopSweeping();
    await marks.close();
  });
  conversationRoutes(app, deps);
  messagesRoute(app, deps, linkTo);
  sendRoute(app, { ...deps, linkTo, marks });
};
