/** A note or an event on a day (YYYY-MM-DD, UTC) that may explain a change of metrics. */
export type Annotation =
  | { kind: 'note'; id: string; day: string; text: string }
  | { kind: 'brands' | 'experiment'; day: string; text: string }
  | { kind: 'prompts'; day: string; added: number; archived: number }
  | { kind: 'model'; day: string; engine: string; before: string; now: string };

/** Formats an annotation as a sentence. */
export function formatAnnotation(annotation: Annotation, engineLabel: (engine: string) => string): string {
  switch (annotation.kind) {
    case 'note':
    case 'brands':
    case 'experiment':
      return annotation.text;
    case 'prompts':
      return [formatCount(annotation.added, 'added'), formatCount(annotation.archived, 'archived')]
        .filter(Boolean)
        .join(', ');
    case 'model':
      return `${engineLabel(annotation.engine)} answers with ${annotation.now} instead of ${annotation.before}`;
  }
}

function formatCount(count: number, change: string): string {
  return count > 0 ? `${count.toLocaleString('en')} ${count === 1 ? 'prompt' : 'prompts'} ${change}` : '';
}
