import { flushSync } from 'react-dom';

interface Issue {
  readonly path: string;
}

/** Shows what the server refused, then puts the focus into the first field concerned, so that its message is read out. */
export function showIssues(
  form: HTMLFormElement,
  issues: readonly Issue[],
  show: () => void,
): void {
  // The message must stand before the focus comes, or it is not announced.
  flushSync(show);
  const wrong = new Set(issues.map((it) => it.path));
  for (const field of form.elements) {
    if (field instanceof HTMLElement && wrong.has(field.getAttribute('name') ?? '')) {
      field.focus();
      return;
    }
  }
}
