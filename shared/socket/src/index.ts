export { onConnected, onServerEvent, emitToServer, sendOverSocket, startSocket, traceWith } from './connection.ts';
export { getServerTime, useServerTime } from './server-time.ts';
export { watchProblem } from './watching.ts';

// Names that remotes published before contract 3.5 import. Remove them in the next release.
export { emitToServer as sayToServer } from './connection.ts';
