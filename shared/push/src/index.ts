export { startPush } from './keep-registered.ts';
export { turnOffPush, turnOnPush } from './registration.ts';
export { usePush } from './push-state.ts';
