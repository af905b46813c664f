export { totalOf } from './total.js';
export { signWebhook, verifyWebhook } from './webhooks.js';
export { createCheckout } from './checkout.js';
export { createTestProvider } from './test-provider.js';
