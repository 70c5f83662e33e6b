/** What the stand-in does with one call instead of answering it at once with the answer that is its turn. */
export type VendorBehaviour =
  /** Answers, with a recording of that name if given (`error-401-…` with its status). */
  | { kind: 'answer'; file?: string; delayMs?: number }
  /** Answers with a status, headers and body of one's own. A string is sent as it stands. */
  | { kind: 'fail'; status: number; headers?: Record<string, string>; body?: unknown; delayMs?: number }
  /** Takes the question and never answers; with `ms`, breaks the connection after so long. */
  | { kind: 'hang'; ms?: number }
  /** Sends the answer piece by piece with a wait between two; with `until`, breaks off after so many bytes. */
  | { kind: 'drip'; bytes: number; everyMs: number; until?: number; file?: string }
  /** Sends that many bytes of the answer, which promised to be longer, and breaks the connection. */
  | { kind: 'truncate'; bytes: number; file?: string }
  /** Sends a whole answer of status 200 whose JSON ends in the middle. */
  | { kind: 'malformed'; file?: string };

/** The name of a recording that a behaviour asks for. */
export function fileOf(behaviour: VendorBehaviour): string | undefined {
  return 'file' in behaviour ? behaviour.file : undefined;
}
