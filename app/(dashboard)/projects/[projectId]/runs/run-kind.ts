/** How a run came about, in words. */
export const runKinds = {
  manual: 'Started by hand',
  scheduled: 'By schedule',
  history: 'Filling the past',
} as const;
