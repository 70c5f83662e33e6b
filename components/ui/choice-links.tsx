import { classes } from '#components/ui/classes';
import { PageLink } from '#components/ui/links';

interface ChoiceLinksProps {
  /** Names the choice for assistive technology. */
  label: string;
  choices: readonly { label: string; href: string; isCurrent: boolean }[];
}

/** Links that switch between a few views of a page; one is current. */
export function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {choices.map((choice) => (
        <PageLink
          key={choice.label}
          href={choice.href}
          scroll={false}
          prefetch={false}
          aria-current={choice.isCurrent ? 'true' : undefined}
          className={classes(
            'flex h-8 items-center rounded-md px-2.5 font-medium',
            choice.isCurrent
              ? 'bg-accent-soft text-accent-strong'
              : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {choice.label}
        </PageLink>
      ))}
    </nav>
  );
}
