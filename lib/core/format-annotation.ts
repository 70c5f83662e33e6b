import { defineMessages } from '#lib/core/messages';
import type { Annotation } from '#lib/core/metric';

const messages = defineMessages({
  prompts:
    '{kind, select, both {{addedCount} {added, plural, one {prompt} other {prompts}} added, {archivedCount} {archived, plural, one {prompt} other {prompts}} archived} added {{addedCount} {added, plural, one {prompt} other {prompts}} added} archived {{archivedCount} {archived, plural, one {prompt} other {prompts}} archived} other {}}',
  model: '{engine} switched from {before} to {now}',
});

/** Formats an annotation as a sentence; by default with counts without thousands separators, as in exported files. */
export function formatAnnotation(
  annotation: Annotation,
  engineLabel: (engine: string) => string,
  formatCount: (count: number) => string = String,
): string {
  switch (annotation.kind) {
    case 'note':
    case 'brands':
    case 'experiment':
      return annotation.text;
    case 'prompts': {
      const { added, archived } = annotation;
      const kind = added > 0 ? (archived > 0 ? 'both' : 'added') : archived > 0 ? 'archived' : 'other';
      const counts = { addedCount: formatCount(added), archivedCount: formatCount(archived) };
      return messages.prompts({ kind, added, archived, ...counts });
    }
    case 'model': {
      const { engine, before, now } = annotation;
      return messages.model({ engine: engineLabel(engine), before, now });
    }
  }
}
