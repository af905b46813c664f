import multipart from '@fastify/multipart';
import { tellOfMessages } from './message-events.ts';
import type { Feature } from '../../feature.ts';
import { startRemovingAbandoned } from '../files/incoming/abandoned-files.ts';
import { createFileLinks } from '../files/signed-links.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { messagesRoute } from './messages-route.ts';
import { INCOMING_MESSAGES } from './receive/incoming.ts';
import { sendRoute } from './send/send-route.ts';

/** Conversations of two people and their messages (api "Endpoints", /chat; "Delivery promise"). */
export const chatFeature: Feature = async (app, deps) => {
  await app.register(multipart);
  const { linkTo } = await createFileLinks(deps.db);
  tellOfMessages(deps.outbox, deps.realtime, linkTo);
  app.addHook('onClose', startRemovingAbandoned(deps, INCOMING_MESSAGES, app.log));
  conversationRoutes(app, deps);
  messagesRoute(app, deps, linkTo);
  sendRoute(app, { ...deps, linkTo });
};
