import { readFileSync } from 'node:fs';

// Processes of the product load this module first. It moves their `Date` ahead of the machine's clock by the number of
// milliseconds in a file, which tests change while a process runs. The real clock cannot be set for a single process.
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
