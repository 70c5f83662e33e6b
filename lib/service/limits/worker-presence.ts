/** Every worker holds this advisory lock, shared, on a connection of its own: while one lives, the lock is held. */
export const workerPresenceKey = 7_402_117;
