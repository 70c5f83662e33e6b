import { z } from 'zod';

const responseSchema = z.object({ value: z.unknown() });
const errorSchema = z.object({ error: z.string(), message: z.string() });

/** Sends a command to a WebDriver server (W3C WebDriver 2). @throws Error with the error of the driver */
export async function sendCommand(
  url: string,
  method: 'POST' | 'DELETE',
  command?: unknown,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(command === undefined ? {} : { body: JSON.stringify(command) }),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = responseSchema.parse(await response.json());
  const failure = errorSchema.safeParse(value);
  if (response.ok) return value;
  throw new Error(failure.success ? `${failure.data.error}: ${failure.data.message}` : `${response.status}`);
}

/** Actions that move the mouse to a position and click. */
export function createClick(x: number, y: number) {
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  };
}

/** Actions that press and release keys one after the other. */
export function createKeyPresses(keys: readonly string[]) {
  return {
    type: 'key',
    id: 'keyboard',
    actions: keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  };
}

/** Key values of the protocol for keys that type no character. */
export const keyValues = { Escape: '\uE00C', Enter: '\uE007' } as const;
