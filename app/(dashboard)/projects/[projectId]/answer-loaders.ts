import type { AnswerLoaders } from '#components/answers/facts';
import { readAnswerBefore, readRawAnswer } from './answers/actions';
import { readAnswer } from './overview/actions';

/** Where the parts of a project's answers come from, for whatever opens one. */
export function answerLoaders(projectId: string): AnswerLoaders {
  return {
    load: readAnswer.bind(null, projectId),
    loadRaw: readRawAnswer.bind(null, projectId),
    loadBefore: readAnswerBefore.bind(null, projectId),
  };
}
