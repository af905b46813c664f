export { onConnected, onServerEvent, startSocket } from './connection.ts';
