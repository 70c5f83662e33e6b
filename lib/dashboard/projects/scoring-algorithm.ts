/**
 * The version of the code that scores answers: raise it with every release that changes which mentions, ranks, citations or
 * sentiments are read from a stored answer. After an update, all projects that were scored by an earlier one are scored
 * again (`startOutdatedRescorings`). Version 0.1.0 has algorithm 1.
 */
export const scoringAlgorithm = 3;
