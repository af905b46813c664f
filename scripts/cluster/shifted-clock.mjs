// Loaded into a server with --import: its clock is CLOCK_SHIFT ms ahead of the others, or behind if that is negative.
const SHIFT = Number(process.env.CLOCK_SHIFT ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + SHIFT;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
