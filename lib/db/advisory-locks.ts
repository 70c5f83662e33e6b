/** The keys of PostgreSQL's advisory locks. Every key must be unique. */
export const advisoryLocks = {
  migration: 7_402_116,
  /** Held in shared mode by every running worker. */
  workerPresence: 7_402_117,
  demoProject: 7_402_118,
  answerPartitions: 7_402_119,
  demoOrganization: 7_402_120,
} as const;
