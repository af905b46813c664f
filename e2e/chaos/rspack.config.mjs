import { nodeBundle } from '../../scripts/rspack-node.mjs';

/** Dependencies of the e2e package stay external; everything else is bundled. */
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
