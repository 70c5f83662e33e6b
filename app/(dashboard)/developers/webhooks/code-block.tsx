import { classes } from '#components/ui/classes';

interface CodeBlockProps {
  label: string;
  /** Wraps long lines instead of scrolling. */
  wraps?: boolean;
  children: string;
}

/** Code or text that scrolls inside its frame. */
export function CodeBlock({ label, wraps, children }: CodeBlockProps) {
  return (
    <div className="min-w-0 rounded-lg border bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="fades-at-edges max-h-96 overflow-auto p-3"
      >
        <pre className={classes('font-mono text-xs', wraps && 'whitespace-pre-wrap wrap-anywhere')}>
          {children}
        </pre>
      </section>
    </div>
  );
}
