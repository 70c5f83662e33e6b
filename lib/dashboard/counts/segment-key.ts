/** Identifies a segment. */
export interface SegmentKey {
  promptId: string;
  engine: string;
  country: string;
}

/** Returns the key that identifies a segment. */
export function getSegmentKey({ promptId, engine, country }: SegmentKey): string {
  return `${promptId} ${engine} ${country}`;
}
