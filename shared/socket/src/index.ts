export { onConnected, onServerEvent, sayToServer, sendOverSocket, startSocket, traceWith } from './connection.ts';
export { watchProblem } from './watching.ts';
