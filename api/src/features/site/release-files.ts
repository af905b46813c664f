import { join } from 'node:path';
import { storeLayout } from '@solvent/federation/manifest';
import type { FastifyReply } from 'fastify';
import type { App } from '../../platform/feature.ts';
import type { ReleaseReader } from './release-reader.ts';

/** Names of files hold a hash of their content, and a release never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Files of fixed names (icons, sounds) change with the live shell. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** Sends files of releases, compressed as they were ahead of time; only what a release lists is there. */
export interface ReleaseFiles {
  /** Answers with a file of a release, or 404. */
  send: (reply: FastifyReply, name: string, version: string, path: string) => Promise<FastifyReply>;
  /** Answers with a file of the shell's `public` folder; false, with nothing sent, where it has none of that name. */
  sendPublic: (reply: FastifyReply, shellVersion: string, path: string) => Promise<boolean>;
}

/** @param folder of the release store */
export function releaseFiles(releases: ReleaseReader, folder: string): ReleaseFiles {
  const folderOf = (name: string, version: string) => join(folder, storeLayout.release(name, version));
  return {
    async send(reply, name, version, path) {
      const files = await releases.files(name, version);
      if (!files.has(path)) return sendMissing(reply);
      return reply.header('cache-control', FOR_EVER).sendFile(path, folderOf(name, version));
    },
    async sendPublic(reply, shellVersion, path) {
      const files = await releases.files('shell', shellVersion);
      const file = `public${path}`;
      if (!files.has(file)) return false;
      reply.header('cache-control', FOR_AN_HOUR).sendFile(file, folderOf('shell', shellVersion));
      return true;
    },
  };
}

/** A missing script must not be answered with a page: the browser would run it. */
const sendMissing = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('This file does not exist.\n');

type FileParams = { name: string; version: string; '*': string };

/** `/shell/<version>/…` and `/remotes/<name>/<version>/…` */
export function registerReleaseFiles(app: App, files: ReleaseFiles): void {
  const options = { schema: { hide: true } };
  app.get<{ Params: FileParams }>('/shell/:version/*', options, ({ params }, reply) =>
    files.send(reply, 'shell', params.version, params['*']),
  );
  app.get<{ Params: FileParams }>('/remotes/:name/:version/*', options, ({ params }, reply) => {
    // A shell of another origin may take a remote from here; its files are public and know no session.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    return params.name === 'shell' ? sendMissing(reply) : files.send(reply, params.name, params.version, params['*']);
  });
  app.get('/shell/*', options, (_request, reply) => sendMissing(reply));
  app.get('/remotes/*', options, (_request, reply) => sendMissing(reply));
}
