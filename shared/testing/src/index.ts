export { checkRemote } from './check-remote.ts';
export { intersect, observedElements } from './browser-parts.ts';
export {
  buildAgreement,
  buildBid,
  buildConversation,
  buildMessage,
  buildModule,
  buildNotification,
  buildParticipant,
  buildProblem,
  buildProblemDetail,
  buildUser,
  signInAs,
} from './factories.ts';
export { fakeApi, NETWORK_FAILURE, refuse, brokenServer } from './fake-api.ts';
export type { SeenRequest } from './fake-api.ts';
export { renderScreen, setUpUser } from './render-screen.tsx';
