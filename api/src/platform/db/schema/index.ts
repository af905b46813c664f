export * from './mail.ts';
export * from './sessions.ts';
export * from './users.ts';
