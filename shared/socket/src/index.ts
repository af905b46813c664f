export { onConnected, onServerEvent, sayToServer, startSocket } from './connection.ts';
export { watchProblem } from './watching.ts';
