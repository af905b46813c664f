import { addressToAskAt } from './remotes/overrides/kept-overrides.ts';

const address = addressToAskAt(location.href);
// What is shared with the remotes must be negotiated before any of it is used, so the rest loads behind this line.
if (address === undefined) void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
else location.replace(address);
