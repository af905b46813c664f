// Loaded into every service with --import. Stops the service if the process that started it was killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
