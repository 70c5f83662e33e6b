import { useEffect, useState } from 'react';

/** How long an input must stay the same before it is checked or previewed. */
const pauseMs = 400;

/** Returns a value once it has stayed the same for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
