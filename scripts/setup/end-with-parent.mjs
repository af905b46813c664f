// Loaded into every service with --import: a service whose starter was killed without a chance to stop it stops by itself.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
