export { onConnected, onServerEvent, sayToServer, sendOverSocket, startSocket } from './connection.ts';
export { watchProblem } from './watching.ts';
