import { constants, setPriority } from 'node:os';
import { makePicture } from './make-picture.ts';

// Whoever waits for a page is served first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A signal that ends the server may reach all of its processes: it ends them itself, once what is under way is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

/** A process that makes pictures, for the pool (picture-workers.ts). */
export default makePicture;
