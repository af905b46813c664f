import type { preSerializationAsyncHookHandler } from 'fastify';

/** Puts `status: true` on every success whose body is an object. */
export const addSuccessStatus: preSerializationAsyncHookHandler = async (_request, reply, payload) => {
  if (reply.statusCode >= 400 || typeof payload !== 'object' || payload === null) return payload;
  return { status: true, ...payload };
};
