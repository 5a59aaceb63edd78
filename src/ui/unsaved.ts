import { ask } from './question.ts';

/** The initial state of each touched form. */
const untouched = new WeakMap<Element, string>();
/** Forms with chosen files, whose inputs have been cleared since. */
const withFiles = new WeakSet<Element>();

/** Forms of records, not searches and filters of tables. */
const formSelector = 'form.form';

function formOf({ target }: Event): HTMLFormElement | null {
  return target instanceof Element ? target.closest<HTMLFormElement>(formSelector) : null;
}

function contentOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
}

function isUnsaved(form: HTMLFormElement): boolean {
  const before = untouched.get(form);
  return (
    form.hasAttribute('data-unsaved') ||
    withFiles.has(form) ||
    (before !== undefined && before !== contentOf(form))
  );
}

/** Whether a part of the page has unsaved input. */
export function hasUnsaved(within: ParentNode = document): boolean {
  return [...within.querySelectorAll<HTMLFormElement>(formSelector)].some(isUnsaved);
}

/** Marks the current content of a form as saved or discarded. */
export function settle(form: HTMLFormElement): void {
  untouched.set(form, contentOf(form));
  withFiles.delete(form);
  form.removeAttribute('data-unsaved');
}

/** Before the page is left on purpose. */
export function settleAll(): void {
  document.querySelectorAll<HTMLFormElement>(formSelector).forEach(settle);
}

/** Resolves with true if nothing would be lost, else asks. */
export async function mayLeave(within: ParentNode = document): Promise<boolean> {
  return !hasUnsaved(within) || ask();
}

/** The target of a click in this tab, if it is another page. */
function destination(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || !link.protocol.startsWith('http')) {
    return null;
  }
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return null;
  }
  const here = link.pathname === location.pathname && link.search === location.search;
  return here && link.hash ? null : link.href;
}

/** Tracks input in record forms, and asks before leaving the page with unsaved input. */
export function watchEdits(): () => void {
  const touch = (event: Event) => {
    const form = formOf(event);
    if (form && !untouched.has(form)) untouched.set(form, contentOf(form));
  };
  const note = (event: Event) => {
    const form = formOf(event);
    if (form && event.target instanceof HTMLInputElement && event.target.type === 'file') {
      withFiles.add(form);
    }
  };
  const onPress = (event: MouseEvent) => {
    const to = destination(event);
    if (to === null || event.defaultPrevented || !hasUnsaved()) return;
    event.preventDefault();
    void mayLeave().then((leave) => {
      if (!leave) return;
      settleAll();
      location.assign(to);
    });
  };
  // Closing a tab and reloading can only show the browser's own dialog.
  const onUnload = (event: BeforeUnloadEvent) => {
    if (hasUnsaved()) event.preventDefault();
  };
  document.addEventListener('focusin', touch);
  document.addEventListener('pointerdown', touch);
  document.addEventListener('input', note);
  document.addEventListener('click', onPress);
  addEventListener('beforeunload', onUnload);
  return () => {
    document.removeEventListener('focusin', touch);
    document.removeEventListener('pointerdown', touch);
    document.removeEventListener('input', note);
    document.removeEventListener('click', onPress);
    removeEventListener('beforeunload', onUnload);
  };
}
