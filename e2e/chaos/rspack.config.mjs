import { nodeBundle } from '../../scripts/rspack-node.mjs';

/** What the end-to-end package has itself; everything else, the client's code with its libraries, becomes part of the program. */
const OWN = ['fake-indexeddb', 'socket.io-client'];

export default {
  ...nodeBundle({ folder: import.meta.dirname, entries: { main: './main.ts', bids: './bids.ts', cluster: './cluster/main.ts' } }),
  externals: [
    ({ request }, done) => {
      if (request !== undefined && (OWN.includes(request) || request.startsWith('node:'))) done(undefined, request);
      else done();
    },
  ],
};
