import { Chip, type ChipTone } from '#components/ui/chip';
import { type EffectFacts, effectLabel } from '#lib/format/experiment-words';

const tones: Record<EffectFacts['verdict'], ChipTone> = {
  moved: 'accent',
  'within noise': 'plain',
  'not enough data': 'plain',
};

/** The verdict on a change. */
export function EffectChip({ effect }: { effect: EffectFacts }) {
  return <Chip tone={tones[effect.verdict]}>{effectLabel(effect)}</Chip>;
}
