// Load this into a server with --import to shift its clock by CLOCK_SHIFT (ms; negative values are in the past).
const SHIFT_MS = Number(process.env.CLOCK_SHIFT ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + SHIFT_MS;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
