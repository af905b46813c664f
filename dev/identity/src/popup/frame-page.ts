import { popupPage } from './popup-page.ts';
import type { PopupPage } from './popup-page.ts';

/**
 * Passes the popup's event on to the page that the frame is in, and answers what the SDK asks of it. The other end is
 * mf-auth's stand-in for `gapi.iframes`. Whatever page it is in may know: all of it is made up.
 */
const SCRIPT = `
const tell = (message) => window.parent.postMessage(message, '*');
window.addEventListener('message', ({ data, source, origin }) => {
  if (origin === location.origin && data?.type === 'solvent-auth-event')
    tell({ type: 'solvent-frame-event', name: 'authEvent', data: { type: 'authEvent', authEvent: data.event } });
  if (source === window.parent && data?.type === 'solvent-frame-question' && data.name === 'webStorageSupport')
    tell({ type: 'solvent-frame-answer', id: data.id, data: { status: 'ACK', webStorageSupport: true } });
});
tell({ type: 'solvent-frame-ready' });
`;

/** The page of the SDK's hidden frame. */
export const framePage = (): PopupPage => popupPage(200, 'Sign-in relay of the identity emulator', '', SCRIPT);
