import { useEffect, useState } from 'react';

/** Time for which an input must stay the same before it is checked or previewed. */
const debounceMs = 400;

/** Returns a value once it has stayed the same for a moment. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
