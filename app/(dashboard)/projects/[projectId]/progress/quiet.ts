/** After so long without news it is asked whether the service takes what is to be asked of it. */
export const quietMs = 15_000;
