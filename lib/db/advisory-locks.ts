/** The keys of PostgreSQL's advisory locks, all in one place, since one number used twice would wait for itself. */
export const advisoryLocks = {
  migration: 7_402_116,
  /** Held, shared, by every living worker. */
  workerPresence: 7_402_117,
  demoProject: 7_402_118,
  answerPartitions: 7_402_119,
  demoOrganization: 7_402_120,
} as const;
