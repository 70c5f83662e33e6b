import type { AnswerLoaders } from '#components/answers/answer-loaders';
import { getPreviousAnswerAction, getRawAnswerAction } from './answers/actions';
import { getAnswerAction } from './overview/actions';

/** Returns the functions that load the parts of a project's answers. */
export function getAnswerLoaders(projectId: string): AnswerLoaders {
  return {
    load: getAnswerAction.bind(null, projectId),
    loadRaw: getRawAnswerAction.bind(null, projectId),
    loadPrevious: getPreviousAnswerAction.bind(null, projectId),
  };
}
