/**
 * Returns SQL of a text column in a form that no index matches, so that rows are looked up by primary key. The planner
 * estimates the size of a partial index from the last ANALYZE: if the queue was empty then, it would read all queued rows
 * through such an index to find a few of them.
 */
export const unindexed = (column: string) => `(${column} || '')`;
