import { startSocket } from '@solvent/socket';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createPathPreloader } from './preload/path-preloader.ts';
import { preloadLinks } from './preload/link-preload.ts';
import { preloadWhenIdle } from './preload/idle-preload.ts';
import { readChannel } from './remotes/channel.ts';
import { createFederationRuntime } from './remotes/federation-runtime.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { createSlotLoader } from './remotes/slot-loader.ts';
import { createShellRouter } from './routing/router.tsx';
import './styles.css';

function composeRemotes(): Remotes {
  const channel = readChannel();
  const loader = createRemoteLoader(channel.remotes, createFederationRuntime(channel.remotes));
  return { channel, loader, slots: createSlotLoader(channel, loader) };
}

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  const remotes = composeRemotes();
  const preloader = createPathPreloader(remotes);
  createRoot(root).render(
    <StrictMode>
      <App remotes={remotes} router={createShellRouter(remotes)} />
    </StrictMode>,
  );
  startSocket();
  preloadLinks(preloader);
  preloadWhenIdle(remotes.channel, preloader);
}

start();
