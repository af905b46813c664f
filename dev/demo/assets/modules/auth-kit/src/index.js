export { hashPassword, verifyPassword } from './passwords.js';
export { createLinks } from './links.js';
export { newTotpKey, totp, totpAddress, verifyTotp } from './totp.js';
export { createSessionStore } from './sessions.js';
