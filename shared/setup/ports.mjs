import { createServer } from 'node:net';
import { StartError } from './start-error.mjs';

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
export function isFree(port, host) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? done(false) : fail(unusable(error, port, host))));
    server.listen({ port, host }, () => server.close(() => done(true)));
  });
}

function unusable(error, port, host) {
  if (error.code === 'EACCES') return new StartError(`Port ${port} is not allowed for this user: set PORT to one above 1023.`);
  return new StartError(`HOST ${host} is no address of this machine: correct it, or leave it out.`);
}

/** @param {number} port @param {string} host @param {string} name the variable that sets it */
export async function requireFreePort(port, host, name) {
  if (!(await isFree(port, host))) {
    throw new StartError(`Port ${port} is in use: stop the program that has it, or set ${name} to another one.`);
  }
}
