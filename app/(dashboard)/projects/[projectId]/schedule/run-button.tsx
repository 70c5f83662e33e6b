'use client';

import { Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { formatFacts, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';

const messages = defineMessages({
  spend: 'Spend {credits, number} of {left, plural, one {# credit} other {# credits}}?',
  uncovered:
    'The run costs {credits, plural, one {# credit} other {# credits}}; {left, plural, one {# credit is} other {# credits are}} left this month. The run pauses when your credits are used up, and resumes if credits are available again within 24 hours.',
  large:
    'That’s more than half of the credits left this month. {remaining, plural, one {# credit} other {# credits}} would remain until credits renew on the 1st.',
});

/** Runs that cost more than this share of the remaining credits need confirmation. */
const largeShare = 0.5;

interface RunButtonProps {
  label: string;
  /** The maximum cost of the run. */
  credits: number;
  creditsRemaining: CreditBalance;
  /** Reason why the member can't start runs; null or undefined if they can. */
  denial?: string | null;
  busy: boolean;
  disabled?: boolean;
  kind?: 'primary' | 'secondary';
  /** True if it retries items of an earlier run. */
  isRetry?: boolean;
  onRun: () => void;
}

/** Starts a run. The button states the cost, and asks for confirmation above `largeShare`. */
export function RunButton({
  label,
  credits,
  creditsRemaining,
  isRetry = false,
  onRun,
  ...button
}: RunButtonProps) {
  const [open, setOpen] = useState(false);
  const left = typeof creditsRemaining === 'number' ? creditsRemaining : null;
  const needsConfirmation = left !== null && credits > left * largeShare;
  const getLabel = () => {
    if (button.denial) return label;
    return button.busy ? 'Starting…' : formatFacts([label, formatPlural(credits, 'credit')]);
  };
  const action = (
    <Button
      {...button}
      Icon={isRetry ? RotateCw : Play}
      className="h-auto min-h-9 py-1.5 whitespace-normal"
      onClick={needsConfirmation ? undefined : onRun}
    >
      {getLabel()}
    </Button>
  );
  if (!needsConfirmation) return action;
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      title={
        credits > left ? 'Start a run that your credits don’t cover?' : messages.spend({ credits, left })
      }
      description={
        credits > left ? messages.uncovered({ credits, left }) : messages.large({ remaining: left - credits })
      }
      trigger={action}
      submitLabel="Start run"
      busy={button.busy}
      onSubmit={() => {
        setOpen(false);
        onRun();
      }}
    >
      <p className="text-muted">
        {joinSentences([
          isRetry ? null : 'Choose fewer engines, countries, samples or prompts to spend less.',
          'Requests that fail cost nothing.',
        ])}
      </p>
    </FormDialog>
  );
}
