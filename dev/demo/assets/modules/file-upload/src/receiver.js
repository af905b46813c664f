import { randomUUID } from 'node:crypto';
import { kindOf } from './kinds.js';

/**
 * The server's side, in memory: a pattern for your own store. A part that comes twice is taken once, one that leaves a gap is
 * refused, and the first bytes must be of a kind that is allowed.
 */
export function createReceiver({ maxBytes, kinds }) {
  const uploads = new Map();
  const find = (id) => {
    const upload = uploads.get(id);
    if (upload === undefined) throw new Error('There is no such upload');
    return upload;
  };
  return {
    async begin({ name, size }) {
      if (!Number.isInteger(size) || size < 1) throw new RangeError(`${name} is empty`);
      if (size > maxBytes) throw new RangeError(`${name} is larger than ${maxBytes} bytes`);
      const id = randomUUID();
      uploads.set(id, { name, size, received: 0, parts: [] });
      return id;
    },

    async received(id) {
      return find(id).received;
    },

    async put(id, offset, bytes) {
      const upload = find(id);
      if (offset < upload.received) return upload.received;
      if (offset > upload.received) throw new RangeError(`The next byte is ${upload.received}`);
      if (upload.received + bytes.length > upload.size) throw new RangeError(`${upload.name} is longer than was said`);
      if (offset === 0 && !kinds.includes(kindOf(bytes))) throw new TypeError(`${upload.name} is of a kind that is not allowed`);
      upload.parts.push(bytes);
      upload.received += bytes.length;
      return upload.received;
    },

    /** The whole file, once all of it is there. */
    take(id) {
      const { parts, received, size } = find(id);
      if (received < size) throw new Error('The upload is not complete');
      uploads.delete(id);
      return Buffer.concat(parts);
    },
  };
}
