import type { GapsFacts } from '#components/competitors/facts';
import { classes } from '#components/ui/classes';
import { Cell } from '#components/ui/table';
import { formatPlural } from '#lib/format/formats';

interface GapMarksProps {
  /** The columns. */
  engines: readonly string[];
  asked: GapsFacts['prompts'][number]['engines'];
  does: 'named' | 'cited';
  own: string;
}

/** A cell an engine: the brand is there, a gap, nobody, or not asked; told by word, colour second. */
export function GapMarks({ engines, asked, does, own }: GapMarksProps) {
  return engines.map((engine) => {
    const one = asked.find((pair) => pair.engine === engine);
    const word = one
      ? { ours: does === 'named' ? 'Named' : 'Cited', gap: 'Gap', nobody: 'Nobody' }[one.presence]
      : 'Not asked';
    const explanation = one
      ? {
          ours: `${own} is ${does}`,
          gap: `A competitor is ${does} and ${own} is not`,
          nobody: `No tracked brand is ${does}`,
        }[one.presence]
      : 'Not asked';
    return (
      <Cell key={engine} className="text-center">
        <span
          title={one ? `${explanation}, in ${formatPlural(one.answers, 'answer')}` : explanation}
          className={classes(
            'inline-flex h-6 items-center rounded-md px-2 text-xs whitespace-nowrap',
            one?.presence === 'gap' && 'bg-danger-soft font-medium text-danger',
            one?.presence === 'ours' && 'text-accent',
            (!one || one.presence === 'nobody') && 'text-faint',
          )}
        >
          {word}
        </span>
      </Cell>
    );
  });
}
