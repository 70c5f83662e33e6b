'use client';

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { CopySecret } from '#components/ui/copy-secret';
import { TextField } from '#components/ui/field';
import { FormDialog } from '#components/ui/form-dialog';
import { fieldMessage, useAction } from '../use-action';
import { createKeyAction } from './actions';

/** Makes an API key and shows it once. */
export function CreateKey() {
  const [name, setName] = useState('');
  const [expiresOn, setExpiresOn] = useState('');
  const [secret, setSecret] = useState<string | undefined>();
  const create = useAction(createKeyAction, setSecret);
  const fresh = () => {
    setSecret(undefined);
    setName('');
    setExpiresOn('');
    create.clear();
  };
  return (
    <FormDialog
      title="Make an API key"
      description="One key opens every endpoint of /v1. Use one for each program, so that it can be revoked alone."
      onOpenChange={fresh}
      trigger={
        <Button size="small">
          <KeyRound aria-hidden />
          Make a key
        </Button>
      }
      submit="Make the key"
      onSubmit={() => create.run(name, expiresOn)}
      busy={create.busy}
      problem={create.problem?.message}
      outcome={secret ? <CopySecret label="API key" value={secret} /> : null}
    >
      <TextField
        label="Name"
        hint="What uses it, such as “Production”."
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldMessage(create.problem, 'name')}
        autoComplete="off"
      />
      <TextField
        label="Expires on"
        hint="Leave it empty for a key without end."
        type="date"
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
        error={fieldMessage(create.problem, 'expiresAt')}
      />
    </FormDialog>
  );
}
