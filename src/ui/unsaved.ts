import { ask } from './question.ts';

/** How each form was when it was first touched. */
const untouched = new WeakMap<Element, string>();
/** Where files were chosen: fields give them on and are empty again. */
const withFiles = new WeakSet<Element>();

/** The forms of records; the search and the filters of a table are none. */
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

/** Whether something in a part of the page would be lost with it. */
export function hasUnsaved(within: ParentNode = document): boolean {
  return [...within.querySelectorAll<HTMLFormElement>(formSelector)].some(isUnsaved);
}

/** What is in a form now is saved, or is not wanted any more. */
export function settle(form: HTMLFormElement): void {
  untouched.set(form, contentOf(form));
  withFiles.delete(form);
  form.removeAttribute('data-unsaved');
}

/** Before the page is left on purpose. */
export function settleAll(): void {
  document.querySelectorAll<HTMLFormElement>(formSelector).forEach(settle);
}

/** Says yes at once where nothing would be lost, else asks. */
export async function mayLeave(within: ParentNode = document): Promise<boolean> {
  return !hasUnsaved(within) || ask();
}

/** The page that a press leads to in this tab, if it is another one. */
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

/** Notes what is entered in forms of records, and asks before a page with some of it is left. */
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
  // A closed tab or a reload can only be met with the browser's own question.
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
