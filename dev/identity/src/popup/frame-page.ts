import { buildPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';

/**
 * Forwards the event of the popup to the page that embeds the frame, and responds to requests of the SDK. mf-auth implements the
 * other end, instead of `gapi.iframes`. Posts to any origin, because all data is made up.
 */
const SCRIPT = `
const send = (message) => window.parent.postMessage(message, '*');
window.addEventListener('message', ({ data, source, origin }) => {
  if (origin === location.origin && data?.type === 'solvent-auth-event')
    send({ type: 'solvent-frame-event', name: 'authEvent', data: { type: 'authEvent', authEvent: data.event } });
  if (source === window.parent && data?.type === 'solvent-frame-question' && data.name === 'webStorageSupport')
    send({ type: 'solvent-frame-answer', id: data.id, data: { status: 'ACK', webStorageSupport: true } });
});
send({ type: 'solvent-frame-ready' });
`;

/** Builds the page of the hidden frame of the SDK. */
export const buildFramePage = (): PopupPage => buildPage(200, 'Sign-in relay of the identity emulator', '', SCRIPT);
