const edited = new WeakSet<Element>();

/** Notes which forms of records somebody has typed or chosen something in; the search and the filters of a table are none. */
export function watchEdits(): () => void {
  const note = (event: Event) => {
    const form = event.target instanceof Element && event.target.closest('form.form');
    if (form) edited.add(form);
  };
  document.addEventListener('input', note);
  return () => document.removeEventListener('input', note);
}

/** Whether something on the page would be lost with it. */
export function hasUnsaved(): boolean {
  return [...document.querySelectorAll('form.form')].some((form) => edited.has(form));
}
