import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { EmulatedFrame, FrameOptions } from './emulated-frame.ts';
import { standInForGapi } from './stand-in-for-gapi.ts';

/** The part of gapi that Firebase uses. */
interface Gapi {
  iframes: {
    Iframe: unknown;
    getContext: () => {
      open: (options: FrameOptions, onOpened: (frame: EmulatedFrame) => Promise<EmulatedFrame>) => Promise<EmulatedFrame>;
    };
  };
}

const ORIGIN = 'http://127.0.0.1:9099';
const frames = () => [...document.querySelectorAll('iframe')];

function open(): Promise<EmulatedFrame> {
  standInForGapi();
  // The stand-in put it there.
  const { gapi } = window as unknown as { gapi: Gapi };
  const options = {
    url: `${ORIGIN}/emulator/auth/iframe?apiKey=k`,
    where: document.body,
    attributes: { style: { position: 'absolute', top: '-100px' }, 'aria-hidden': 'true', tabindex: '-1' },
  };
  return gapi.iframes.getContext().open(options, async (frame) => {
    await frame.restyle();
    return frame;
  });
}

function hear(data: object, { origin = ORIGIN, source = frames()[0]?.contentWindow ?? null } = {}): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}

describe('the stand-in for gapi.iframes', () => {
  it('puts one hidden frame into the page', async () => {
    await open();
    await open();
    expect(frames()).toHaveLength(1);
    const [frame] = frames();
    expect(frame?.src).toBe(`${ORIGIN}/emulator/auth/iframe?apiKey=k`);
    expect(frame?.getAttribute('aria-hidden')).toBe('true');
    expect(frame?.style.top).toBe('-100px');
  });

  it('is reached once the frame says that it is ready', async () => {
    const frame = await open();
    const reached = jest.fn();
    void frame.ping().then(reached);
    hear({ type: 'solvent-frame-ready' }, { origin: 'http://evil.example' });
    await Promise.resolve();
    expect(reached).not.toHaveBeenCalled();
    hear({ type: 'solvent-frame-ready' });
    await waitFor(() => expect(reached).toHaveBeenCalled());
  });

  it("hands the frame's events to who registered, and takes none of another window", async () => {
    const frame = await open();
    const onEvent = jest.fn();
    frame.register('authEvent', onEvent);
    const event = { type: 'solvent-frame-event', name: 'authEvent', data: { authEvent: { eventId: '1' } } };
    hear(event, { source: window });
    hear(event, { origin: 'http://evil.example' });
    hear({ ...event, name: 'another' });
    expect(onEvent).not.toHaveBeenCalled();
    hear(event);
    expect(onEvent).toHaveBeenCalledWith({ authEvent: { eventId: '1' } });
  });

  it('asks the frame, and gives each answer to its question', async () => {
    const frame = await open();
    const posted: unknown[] = [];
    const inside = frames()[0]?.contentWindow;
    if (inside) inside.postMessage = (message: unknown, target: unknown) => void posted.push([message, target]);
    const answers: unknown[] = [];
    frame.send('webStorageSupport', { type: 'webStorageSupport' }, (given) => answers.push(given));
    frame.send('another', {}, (given) => answers.push(given));
    expect(posted[0]).toEqual([
      { type: 'solvent-frame-question', id: 1, name: 'webStorageSupport', data: { type: 'webStorageSupport' } },
      ORIGIN,
    ]);
    frame.send('third', {}, () => {
      throw new Error('As Firebase does');
    });
    hear({ type: 'solvent-frame-answer', id: 3, data: 'third' });
    hear({ type: 'solvent-frame-answer', id: 2, data: 'second' });
    hear({ type: 'solvent-frame-answer', id: 1, data: { webStorageSupport: true } });
    hear({ type: 'solvent-frame-answer', id: 1, data: 'again' });
    expect(answers).toEqual([['second'], [{ webStorageSupport: true }]]);
  });
});
