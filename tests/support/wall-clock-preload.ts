import { readFileSync } from 'node:fs';

// Loaded before a process of the product: its `Date` is ahead of the machine's clock by the milliseconds in a file,
// which tests change while it runs. A real clock cannot be set for single processes.
const file = process.env.WALL_CLOCK_FILE ?? '';
const getTimeMs = Date.now;
let offsetMs = 0;

function readOffset(): void {
  offsetMs = Number(readFileSync(file, 'utf8'));
}

readOffset();
setInterval(readOffset, 50).unref();
const now = () => getTimeMs() + offsetMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
});
