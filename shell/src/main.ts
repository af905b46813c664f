// What is shared with the remotes must be negotiated before any of it is used, so the rest loads behind this line.
void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx');
