/** Why a circuit is open: the vendor fails again and again, or the account with it is out of quota or money. */
export type CircuitReason = 'failing' | 'quota';

const waits = {
  failing: { firstMs: 1_000, mostMs: 60_000 },
  quota: { firstMs: 5_000, mostMs: 600_000 },
} as const satisfies Record<CircuitReason, { firstMs: number; mostMs: number }>;

/** Milliseconds before the next probe: doubled with each that failed, up to a minute, for quota ten. */
export function getProbeDelayMs(reason: CircuitReason, failedProbes: number): number {
  const { firstMs, mostMs } = waits[reason];
  return Math.min(mostMs, firstMs * 2 ** Math.min(failedProbes, 20));
}
