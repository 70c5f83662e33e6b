import { formatPlural } from '#lib/charts/formats';

/** What happened on a day, as the annotations of a project tell it. */
export type DayEvent =
  | { kind: 'note' | 'brands' | 'experiment'; day: string; text: string; id?: string }
  | { kind: 'prompts'; day: string; added: number; archived: number }
  | { kind: 'model'; day: string; engine: string; before: string; now: string };

/** A numbered flag on the axis of a chart, with what it stands for. */
export interface Flag {
  /** From 1, oldest first. */
  number: number;
  day: string;
  events: readonly { words: string; noteId: string | null }[];
}

/** The flags of a period, one a day. @param engineLabel what an engine is called */
export function flagsOf(events: readonly DayEvent[], engineLabel: (engine: string) => string): Flag[] {
  const days = [...new Set(events.map(({ day }) => day))].sort();
  return days.map((day, index) => ({
    number: index + 1,
    day,
    events: events
      .filter((event) => event.day === day)
      .map((event) => ({
        words: wordsOf(event, engineLabel),
        noteId: event.kind === 'note' ? (event.id ?? null) : null,
      })),
  }));
}

function wordsOf(event: DayEvent, engineLabel: (engine: string) => string): string {
  switch (event.kind) {
    case 'note':
    case 'brands':
    case 'experiment':
      return event.text;
    case 'prompts':
      return [
        event.added > 0 ? `${formatPlural(event.added, 'prompt')} added` : '',
        event.archived > 0 ? `${formatPlural(event.archived, 'prompt')} archived` : '',
      ]
        .filter(Boolean)
        .join(', ');
    case 'model':
      return `${engineLabel(event.engine)} answers with ${event.now} instead of ${event.before}`;
  }
}
