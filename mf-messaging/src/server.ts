import type { ServerRemote } from '@solvent/federation/rendering';
import remote from './remote.tsx';

/** No page is public; the server renders the skeletons of all of them. */
const server: ServerRemote = { ...remote, heads: {} };

export default server;
