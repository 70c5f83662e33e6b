/**
 * The role the product connects as. It owns only the job queue, so it can neither alter the other tables nor disable
 * their row-level security.
 */
export const productRole = 'answerscope';
