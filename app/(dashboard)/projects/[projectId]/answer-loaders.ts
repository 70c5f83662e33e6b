import type { AnswerLoaders } from '#components/answers/answer-loaders';
import { getPreviousAnswerAction, getRawAnswerAction } from './answers/actions';
import { getAnswerAction } from './overview/actions';

/** Where the parts of a project's answers come from, for whatever opens one. */
export function getAnswerLoaders(projectId: string): AnswerLoaders {
  return {
    load: getAnswerAction.bind(null, projectId),
    loadRaw: getRawAnswerAction.bind(null, projectId),
    loadPrevious: getPreviousAnswerAction.bind(null, projectId),
  };
}
