import { useState, type SyntheticEvent } from 'react';
import type { Failure, Issue } from '../../api/client.ts';
import { settle } from '../../ui/unsaved.ts';

/** How a save ended, and what is wrong with which field. */
export interface Outcome {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
}

export function outcomeOf(reply: { readonly ok: true } | Failure): Outcome {
  return reply.ok ? { ok: true, issues: [] } : { ok: false, issues: reply.issues };
}

/** A text of the form, '' where the field is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** One form that saves: busy meanwhile, keeps what was typed, and holds the server's words for each field. */
export function useSubmit(
  save: (form: FormData) => Promise<Outcome>,
  done?: (form: HTMLFormElement) => void,
) {
  const [busy, setBusy] = useState(false);
  const [issues, setIssues] = useState<readonly Issue[]>([]);

  async function run(form: HTMLFormElement): Promise<void> {
    setBusy(true);
    setIssues([]);
    const outcome = await save(new FormData(form));
    setBusy(false);
    setIssues(outcome.issues);
    const [first] = outcome.issues;
    if (outcome.ok) {
      done?.(form);
      settle(form);
    } else if (first) focusField(form, first.path);
  }

  return {
    busy,
    errorOf: (name: string) => issues.find((it) => it.path === name)?.message,
    /** The first thing wrong with a field of several, as with its second picture at `images.1`. */
    errorIn: (name: string) =>
      issues.find((it) => it.path === name || it.path.startsWith(`${name}.`))?.message,
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!busy) void run(event.currentTarget);
    },
  };
}

function focusField(form: HTMLFormElement, name: string): void {
  // One of several is called `sizes[1]` in the form, or is chosen in the field of them all.
  const several = name.replace(/\.(\d+)/g, '[$1]');
  const field =
    form.elements.namedItem(several) ?? form.elements.namedItem(name.split('.')[0] ?? name);
  if (field instanceof HTMLElement) field.focus();
}
