export { findMessageAccess } from './conversation-files.ts';
export { chatFeature } from './routes.ts';
export { createParticipantFinder, createPeerFinder, openConversation, REPLY_MINUTES } from './service.ts';
export { accountDeletion, exporter } from './account-data.ts';
