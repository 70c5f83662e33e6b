import type { AnswerFacts } from '#components/answers/facts';
import { engineLabel } from '#components/overview/engine-label';
import { Time } from '#components/ui/time';
import { countryName } from '#lib/format/names';

/** Engine, country and time of an answer in one line. */
export function AnswerAbout({ answer }: { answer: Pick<AnswerFacts, 'engine' | 'country' | 'askedAt'> }) {
  return (
    <>
      {engineLabel(answer.engine)}, {countryName(answer.country)}, <Time at={answer.askedAt} />
    </>
  );
}
