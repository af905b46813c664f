import type { preSerializationAsyncHookHandler } from 'fastify';

export const addSuccessStatus: preSerializationAsyncHookHandler = async (_request, reply, payload) => {
  if (reply.statusCode >= 400 || typeof payload !== 'object' || payload === null) return payload;
  return { status: true, ...payload };
};
