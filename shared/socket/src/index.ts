export { onConnected, onServerEvent, startSocket } from './connection.ts';
export { watchProblem } from './watching.ts';
